"""The whole installation as one file and back: rows and pictures, on whatever database, and never a secret."""

FORMAT = "turingapp-backup"
VERSION = 1
MANIFEST = "backup.json"  # the last member: a file that broke off has none
