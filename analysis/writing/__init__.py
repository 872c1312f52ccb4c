"""The report that reads like a section on results: its sentences in modules by subject."""
