"""Authors' own files: formats to paragraphs, paragraphs to chains of equal expressions, chains to stages."""
