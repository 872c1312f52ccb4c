"""Participants' pages. Each view parses, calls one deed, and answers."""
