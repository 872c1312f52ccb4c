"""Tests of recruiters, their local platforms, and of what goes between."""
