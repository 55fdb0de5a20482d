"""Where two documents print the same quantity."""
