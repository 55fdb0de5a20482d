"""What commas, points and blanks between digits are: of decimals, of thousands, or between numbers."""
