"""Runs of AI agents over pools: asked for, carried out item by item, counted."""
