"""What a study keeps for a time of its own: rules, when each is due, and erasing in batches."""
