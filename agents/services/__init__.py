"""Clients of the outer world that agents and AI judges share."""
