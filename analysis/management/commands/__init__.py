"""Commands that read results."""
