"""The characters of a source, each at its place: rare notations spelled out, tokens, and what comments say."""
