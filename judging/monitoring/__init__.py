"""How the visits of running studies stand: counted into tallies, summed up for pages, one of them replayed."""
