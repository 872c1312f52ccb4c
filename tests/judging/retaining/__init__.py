"""Tests of what is kept for a time of its own."""
