"""What a picture *is*: pieces and places, composed to SVG. Knows no game."""
