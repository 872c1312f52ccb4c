"""Compute the report of a package anew."""
