"""Tests of collections and their reports."""
