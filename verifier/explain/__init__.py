"""One cell, worked by hand."""
