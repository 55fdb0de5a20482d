"""What a document says, and how its file is read."""
