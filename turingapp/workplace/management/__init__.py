"""Management of the workplace."""
