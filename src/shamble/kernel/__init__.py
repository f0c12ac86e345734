"""What every game is made of: State, Vocabulary, Deck, Dice, Policy, Game. Imports nothing above it."""
