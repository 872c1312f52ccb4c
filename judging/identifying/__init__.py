"""The test of three (Turing 1950, section 1): a judge talks with two witnesses at once and says which one is human."""
