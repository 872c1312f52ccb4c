"""Tests of judgements that are loaded from files."""
