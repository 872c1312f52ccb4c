"""Scripted people: they fill simulated studies through the real pages, over HTTP, as people would."""
