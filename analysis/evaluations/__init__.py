"""Evaluations of AI judges: grouped by stimulus, seeded, resumable; and a new agent's answers among the known ones."""
