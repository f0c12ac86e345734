"""The rules of I Hate Zombies: data, table, turn, state, each class upon the one before.

Rule numbers are those of the rulings page.
"""
