"""Alerts: when something is the matter, who hears of it, and how every message arrives once."""
