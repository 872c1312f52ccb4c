"""Tests of the pages of AI agents."""
