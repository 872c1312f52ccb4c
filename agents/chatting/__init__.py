"""Live conversation: who speaks when, what is seen when, how it ends. Knows no study and no crowd platform."""
