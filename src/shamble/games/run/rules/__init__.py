"""The rules of Zombie! Run for Your Lives!: data, table, turn, state, each class upon the one before.

Rule numbers are those of the rulings page.
"""
