"""What the pages say that is not written in their templates, ready to be translated."""

ALONE = "for one"
PLAYERS = "{low} to {high} players"
TAGLINES = {
    "pocket": "One house. One totem. Three hours.",
    "run": "You need not be fast. Only faster than your friends.",
    "hate": "Rock, paper, scissors, with teeth.",
    "hugme": "Be human, be infected, or be everybody’s friend.",
    "horrific": "Six villains, one small town, nobody to trust.",
}
LEVELS = {"easy": "easy", "greedy": "quick", "normal": "good", "hard": "hard"}
BOT_NAMES = {"random": "plays anything", "easy": "easy", "greedy": "quick", "normal": "good", "hard": "hard"}
