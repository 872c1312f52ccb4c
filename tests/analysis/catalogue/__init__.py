"""Tests of the catalogue of AI agents."""
