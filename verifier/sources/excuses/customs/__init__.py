"""How trades, countries and everyday life write what they count: a custom that holds accuses nobody."""
