"""What may hold in another way than as decimal numbers, or is not asserted: it accuses nobody."""
