"""Shamble's games as environments of other libraries: PettingZoo, Gymnasium, OpenSpiel."""
