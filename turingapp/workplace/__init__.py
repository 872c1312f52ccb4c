"""The experimenter's and the admin's pages and commands; on top, may import every app."""
