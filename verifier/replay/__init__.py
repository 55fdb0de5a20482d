"""What the author carried from stage to stage, and by which rule he rounded."""
