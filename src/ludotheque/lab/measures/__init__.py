"""What games are like, in numbers: small pure functions over the columns of `lab.gather`.

docs/measures.md has the formulas and where they come from.
"""
