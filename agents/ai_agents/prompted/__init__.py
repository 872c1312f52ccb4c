"""What systems share that are told in words what to do: prompts, and the rules by which their replies are read."""
