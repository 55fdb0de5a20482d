"""Tools that try the verifier at length, each a command of its own; the tests of the suite stand one folder above."""
