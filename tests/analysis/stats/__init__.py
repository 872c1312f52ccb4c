"""Tests of the statistics: published numbers, properties, edges and simulated judges."""
