"""stub"""
from shamble.kernel.policy import Uniform
class Greedy(Uniform): pass
