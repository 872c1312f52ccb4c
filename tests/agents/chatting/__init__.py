"""Live conversation."""
