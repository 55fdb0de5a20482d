"""One small file an output, over the same frozen records; no judgement in here."""
