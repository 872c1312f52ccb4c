"""Figures that a paper states, beside those that come out of its judgements here."""
