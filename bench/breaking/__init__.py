"""Judges that are programs, while all that an installation consists of is broken in turn."""
