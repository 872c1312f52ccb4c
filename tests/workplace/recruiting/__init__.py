"""The pages about recruiting, through HTTP and a browser."""
