"""What a player of Pearls knows beyond the rules."""

MIXES = True  # a bid that can be foreseen is beaten by the next card
