"""What ranges alone leave open: boxes halved, attained values, definitions compared."""
