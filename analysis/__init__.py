"""What it means: AI judges, statistics, reports, exports."""
