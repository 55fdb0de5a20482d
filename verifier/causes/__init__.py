"""Why a stage is wrong: slips, the search among them, and the evidence for what it finds."""
