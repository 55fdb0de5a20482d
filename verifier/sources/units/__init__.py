"""Units behind numbers: what they measure, how large they are, and what may be converted into what."""
