"""The tables: what is awake, who sits there, what happens and is told."""
