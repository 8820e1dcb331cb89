"""The kit for writing your own game: `ludotheque new` starts from a copy of Tideline."""
