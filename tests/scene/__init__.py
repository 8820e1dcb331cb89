"""Pictures of games: scenes, gestures, and what is made of them."""
