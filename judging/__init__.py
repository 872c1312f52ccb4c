"""Who judges: studies, judges, assignments, trials, judgements."""
