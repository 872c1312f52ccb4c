"""The experimenter's pages about recruiting: accounts, launching, the board of a posting, reviewing, money."""
