"""What templates may ask for of pictures."""
