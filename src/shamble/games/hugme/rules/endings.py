"""Endings: who has won, looked for after every change that can decide it (R13, R14)."""

from mypy_extensions import i64

from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.table import LEFT, NONE, HugmeTable
from shamble.kernel.bits import bits, lowest


def finish(t: HugmeTable, ending: i64, winners: i64) -> None:
    """The game is over (R13)."""
    t.ending_code = ending
    t.winners = winners
    t.phase = codes.OVER


def decided(t: HugmeTable) -> bool:
    """Whether the game is over, ended here where a victory stands that nobody has to act for."""
    if t.phase == codes.OVER:
        return True
    humans = t.humans()
    if humans == 0:
        _no_humans(t)
    elif bits(humans) == 1:
        _sole_human(t, lowest(humans))
    return t.phase == codes.OVER


def _sole_human(t: HugmeTable, seat: i64) -> None:
    """The Virgin wins at once, the Little Girl when the Teddy Bear lies face up on her left."""
    if t.ability(seat) != codes.H_SOLE_HUMAN_WIN:
        return
    needed: i64 = i64(t.setting.requires[i64(t.character[seat])])
    if needed == NONE:
        finish(t, codes.END_VIRGIN, 1 << seat)
    elif t.find(LEFT + seat, needed, 1) >= 0:
        finish(t, codes.END_LITTLE_GIRL, 1 << seat)


def _no_humans(t: HugmeTable) -> None:
    """R11, R12: all zombies win together as soon as there is one; until then the Infected play on."""
    zombies = t.mask_of(codes.ZOMBIE)
    if zombies == 0:
        if t.setting.end_without_zombies:
            finish(t, codes.END_NOBODY, 0)
    elif not t.setting.infected_shield or t.mask_of(codes.INFECTED) == 0:
        finish(t, codes.END_ZOMBIES, zombies)


def payoffs(t: HugmeTable) -> list[float]:
    """R13: winners share one; without a winner all seats do."""
    winners = t.winners if t.winners != 0 else (1 << t.players) - 1
    share = 1.0 / float(bits(winners))
    return [share if (winners >> seat) & 1 == 1 else 0.0 for seat in range(t.players)]
