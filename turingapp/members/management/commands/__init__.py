"""Commands of the workplace."""
