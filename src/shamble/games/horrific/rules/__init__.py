"""The rules of Horrific: data, table, turn, play, report, redeal, state, each class upon the one before."""
