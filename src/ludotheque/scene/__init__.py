"""The definition of a picture: pieces and places, composed to SVG. Knows no particular game."""
