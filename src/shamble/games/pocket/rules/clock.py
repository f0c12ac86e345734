"""The development deck, the hour it tells, the Health it costs, and the end."""

from mypy_extensions import i64

from shamble.games.pocket.rules import codes
from shamble.games.pocket.rules.table import PocketTable


def optional_card(t: PocketTable) -> bool:
    """R11: whether a card that is not needed may be drawn."""
    return t.deck.size() > 0 or t.hour < codes.LAST_HOUR or t.rules.late_fatal


def ready_deck(t: PocketTable) -> bool:
    """R10: the hour turns where a card is wanted and none is left; whether there was another hour."""
    if t.deck.size() == 0:
        if t.hour == codes.LAST_HOUR:
            end(t, codes.TIME)
            return False
        _turn_hour(t)
    return True


def _turn_hour(t: PocketTable) -> None:
    t.hour += 1
    shuffle(t)


def after_draw(t: PocketTable) -> None:
    """R10 with `on_empty`: the hour turns with the last card."""
    if t.rules.hour_on_empty and t.deck.size() == 0 and t.hour < codes.LAST_HOUR:
        _turn_hour(t)


def need_card(t: PocketTable) -> None:
    """A card must be drawn, if there is time for one."""
    if ready_deck(t):
        t.phase = codes.CARD_DRAW


def shuffle(t: PocketTable) -> None:
    """All cards of the box into the deck, two of them laid away unseen."""
    t.deck.gather()
    card: i64 = 0
    while card < codes.CARD_COUNT:
        if (t.discard >> card) & 1 == 1:
            t.deck.add(card, 1)
        card += 1
    t.discard = 0
    aside: i64 = 0
    while aside < codes.ASIDE:
        t.deck.lay_away()
        aside += 1


def change_health(t: PocketTable, points: i64) -> None:
    """R38: Health rises without limit, or to the cap."""
    t.health = min(t.health + points, max(t.health, t.rules.most_health))


def end(t: PocketTable, ending: i64) -> None:
    """The game is over, and what was under way with it."""
    t.phase = codes.OVER
    t.ending_code = ending
    t.health = max(0, t.health)  # R39
    t.zombies = 0
    t.door = -1
    t.second = False
    t.storing = False
    t.card_owed = False
