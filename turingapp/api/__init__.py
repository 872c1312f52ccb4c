"""The API: what the workplace shows and takes, for programs. docs/api.md has its examples."""
