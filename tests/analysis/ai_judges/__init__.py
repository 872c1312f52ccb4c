"""Tests of AI judges: features, embedders, folds, figures, leaks."""
