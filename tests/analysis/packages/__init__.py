"""Tests of data packages: what they hold, and what becomes of them elsewhere."""
