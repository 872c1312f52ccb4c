"""The tests: they mirror the packages; `contracts`, `pages` and `house` cut across."""
