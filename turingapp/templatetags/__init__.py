"""What all templates may ask for."""
