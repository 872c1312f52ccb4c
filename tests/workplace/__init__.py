"""Tests of the workplace."""
