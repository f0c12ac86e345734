"""The rules of Zombie in My Pocket.

`edges` and `box` are the words and numbers of the components, `house` the map, `turn` what happens in a turn, `state`
the State that the kernel asks for. Rule numbers are those of the rulings page.
"""
