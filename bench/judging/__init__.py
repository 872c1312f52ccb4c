"""A crowd that judges through real web processes, and the least that the same server could do."""
