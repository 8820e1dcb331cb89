"""The author's workbench: one table with everything visible. Only `ludotheque dev` serves it."""
