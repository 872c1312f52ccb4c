"""Pages of stimuli and responses."""
