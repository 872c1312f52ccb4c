"""The pages on which experimenters watch over live conversations."""
