"""Servers on this machine that speak the wire formats of services."""
