"""Tests of what it means: observations, statistics, AI judges, reports, exports."""
