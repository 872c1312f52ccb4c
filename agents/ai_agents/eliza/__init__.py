"""Weizenbaum's ELIZA: scripts in the form of his paper of 1966, and the machine that follows them."""
