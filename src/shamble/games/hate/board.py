"""stub"""


def draw(view, names):
    return ""


def plain(view, names):
    return []
