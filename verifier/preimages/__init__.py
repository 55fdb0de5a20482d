"""What a printed number can stand for."""
