"""Where chains of expressions stand: in sentences, in displays, and above rules."""
