"""Stories over the whole API, which only the whole run needs."""
