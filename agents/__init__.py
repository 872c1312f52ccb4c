"""Who answers: human and AI agents, stimuli, responses."""
