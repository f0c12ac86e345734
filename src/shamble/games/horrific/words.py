"""stub"""
class HorrificWords:
    def __init__(self, data): pass
