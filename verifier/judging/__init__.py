"""The judges: verdicts on numbers, words, ends of intervals, stated bounds, shapes and whole stages."""
