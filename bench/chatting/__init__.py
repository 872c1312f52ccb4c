"""What the benchmark of live conversations is made of."""
