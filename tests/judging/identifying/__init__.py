"""Tests of games of three."""
