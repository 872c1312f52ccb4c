"""Tests of one person over all studies."""
