"""Maps of how much each place of a picture stands out, and the walks of an eye over them: plain numbers, no models."""
