"""Forward and backward contraction (HC4: Benhamou, Goualard, Granvilliers, Puget 1999) of a formula's numbers."""
