"""The rules of Horrific, by phase: data, table, turn, play, state."""
