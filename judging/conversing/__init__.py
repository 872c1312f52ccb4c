"""Conversations of a study: waiting, pairing, guessing, debriefing, and keeping them for review."""
