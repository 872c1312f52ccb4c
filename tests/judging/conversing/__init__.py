"""Studies of conversations."""
