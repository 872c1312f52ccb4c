"""Tests of the clients in agents/services."""
