"""Games whose hourglass holds less sand than the box: tests in a browser have less
time.
"""
