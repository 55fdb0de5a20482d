"""The outputs of `check` and `report`: one module a format, over the same report records. Nothing is judged here."""
