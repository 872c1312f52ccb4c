"""Pure statistics: arrays in, numbers out; no database, no Django, and randomness only through a generator passed in.

docs/statistics.md says which module holds what, with formulas and sources.
"""
