"""The pages on which experimenters watch over running studies."""
