"""The pages of AI agents: which there are, adding one, running it over a pool, what came of it."""
