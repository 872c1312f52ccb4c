"""What templates ask of the permission matrix."""
