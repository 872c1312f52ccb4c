"""The read-only API, for staff: one module per subject."""
