"""Work on documents in processes of their own, which are watched from outside and stopped at limits."""
