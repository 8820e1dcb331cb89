"""Games whose hourglass holds less sand than the box: whoever waits for it in a browser has less time."""
