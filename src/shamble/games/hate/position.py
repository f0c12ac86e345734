"""Reading a position of I Hate Zombies, with every check that makes it a possible one."""

from collections.abc import Sequence
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from shamble.games.hate.rules import codes, turn
from shamble.games.hate.rules.data import Cast, HateRules, card_text, seats_in, winner_of
from shamble.games.hate.rules.state import HateState
from shamble.kernel.bits import bits
from shamble.kernel.fields import Fields

FACES = ("H0", "H1", "Z0", "Z1", "Z2", "-")


def state_from(fields: Fields, head: dict[str, Any], rules: HateRules) -> HateState:
    """The position that the fields describe; BadPosition if it is broken or impossible."""
    players: int = head["players"]
    state = HateState(players, head, rules)
    state.phase = codes.PHASES.index(fields.one_of("phase", codes.PHASES))
    state.attacks = fields.whole("attacks", 0, 10**9)
    _place_characters(fields, state, rules)
    _place_card(fields, state, rules)
    _place_turn(fields, state, rules, players)
    _place_cast(fields, state, rules)
    _place_powers(fields, state, rules)
    _place_elimination(fields, state, rules, players)
    _place_fight(fields, state, rules)
    _place_end(fields, state, rules)
    _check_phase(fields, state, rules)
    _place_throws(fields, state)
    _place_votes(fields, state, rules, players)
    turn.refresh(state)
    return state


def _place_characters(fields: Fields, state: HateState, rules: HateRules) -> None:
    state.humans = 0
    for spot, face in enumerate(fields.texts("characters", FACES, rules.places)):
        bit = 1 << spot
        if face == "-":
            state.removed |= bit
            continue
        if face[0] == "H":
            state.humans |= bit
        else:
            state.zombies |= bit
        if face[1] == "1":
            state.wounded_once |= bit
        elif face[1] == "2":
            state.wounded_twice |= bit
    used = bits(state.wounded_once) + bits(state.wounded_twice)
    if used > rules.tokens:
        raise fields.bad("characters", f"there are {rules.tokens} wound tokens, not {used}.")
    state.supply = fields.whole("supply", 0, codes.PLACES)
    if state.supply + used != rules.tokens:
        raise fields.bad(
            "supply", f"must be {rules.tokens - used}: {rules.tokens} tokens less the {used} on characters."
        )
    if state.phase < codes.ATTACKING and (state.zombies or state.removed or used):
        raise fields.bad("characters", "before the set-up is done all are humans without wounds.")


def _place_card(fields: Fields, state: HateState, rules: HateRules) -> None:
    state.card = codes.CARDS.index(fields.one_of("card", codes.CARDS))
    if state.card != codes.ASIDE and not (
        rules.horde_serum and rules.places % 2 == 1 and state.phase >= codes.ATTACKING
    ):
        raise fields.bad("card", "lies open only after the set-up of an odd table that plays with it.")


def _mask(fields: Fields, field: str, last: int) -> int:
    """A list of different places or seats as a mask."""
    members = fields.wholes(field, 0, last)
    if members != sorted(set(members)):
        raise fields.bad(field, "must be ascending and without duplicates.")
    return sum(1 << member for member in members)


def _place_cast(fields: Fields, state: HateState, rules: HateRules) -> None:
    """Which characters have been dealt, and whether they lie where the deal has come."""
    if not rules.deals:
        return
    characters = [card_text(card) for card in range(rules.characters)]
    cards = [
        0 if text is None else characters.index(text) + 1
        for text in _optional(fields, "cards", characters, rules.places)
    ]
    dealt = [card for card in cards if card]
    if len(set(dealt)) < len(dealt):
        raise fields.bad("cards", "no character lives at two places.")
    clockwise = [cards[(state.dealer + 1 + k) % rules.places] for k in range(rules.places)]
    if not all(clockwise[: len(dealt)]):
        raise fields.bad("cards", "they are dealt clockwise, from the dealer's left or from place 0, without a gap.")
    if state.phase == codes.CHOOSING and dealt:
        raise fields.bad("cards", "must all be null before a dealer is chosen.")
    if state.phase != codes.CHOOSING and (len(dealt) < rules.places) != (state.phase == codes.DEALING):
        raise fields.bad("cards", "some are null while they are dealt, and none afterwards.")
    state.cast = Cast(cards, rules.powers)


def _place_powers(fields: Fields, state: HateState, rules: HateRules) -> None:
    last = rules.places - 1
    state.spent = _mask(fields, "spent", last)
    if state.spent & ~state.cast.tough:
        raise fields.bad("spent", "names characters without a power that is used up.")
    state.waiting = _mask(fields, "waiting", last)
    if state.waiting and not rules.one_lap:
        raise fields.bad("waiting", "must be empty: new zombies act at once.")
    if state.waiting & ~state.zombies:
        raise fields.bad("waiting", "names a place without a living zombie.")
    if state.spent and state.phase < codes.ATTACKING:
        raise fields.bad("spent", "must be empty before the set-up is done.")


def _place_turn(fields: Fields, state: HateState, rules: HateRules, players: int) -> None:
    dealer = fields.raw("dealer")
    state.dealer = fields.whole("dealer", 0, players - 1) if dealer is not None else -1
    if (state.dealer >= 0) != (rules.individual and state.phase != codes.CHOOSING):
        raise fields.bad("dealer", "is a seat once chosen among five or more players, and null otherwise.")
    if state.dealer >= 0 and rules.dealer >= 0 and state.dealer != rules.dealer:
        raise fields.bad("dealer", f"must be {rules.dealer}, as the option says.")
    last = rules.places - 1
    state.active = fields.whole("active", 0, last)
    target = fields.raw("target")
    state.target = fields.whole("target", 0, last) if target is not None else -1
    if (state.target >= 0) != (state.phase in (codes.SETTING_UP, codes.FIGHTING, codes.HEALING, codes.VOTING)):
        raise fields.bad(
            "target", f"is a place in a fight and while healing, and null otherwise, as in {codes.PHASES[state.phase]}."
        )
    if state.phase == codes.CHOOSING and state.active != 0:
        raise fields.bad("active", "must be 0 before a dealer is chosen.")
    if state.phase == codes.DEALING and state.active != max(state.dealer, 0):
        raise fields.bad("active", "must be the dealer's place while characters are dealt; in a ring place 0.")
    if state.phase == codes.SETTING_UP:
        if state.active != max(state.dealer, 0):
            raise fields.bad("active", "must be the dealer's place in the set-up.")
        if state.target != (state.active + 1) % rules.places:
            raise fields.bad("target", "must be the place to the dealer's left in the set-up.")


def _place_elimination(fields: Fields, state: HateState, rules: HateRules, players: int) -> None:
    state.eliminated = _mask(fields, "eliminated", players - 1)
    if state.eliminated and not (rules.halves and state.phase >= codes.ATTACKING):
        raise fields.bad("eliminated", "must be empty: nobody can be out in this game or phase.")
    if not rules.halves or state.phase < codes.ATTACKING:
        return
    for one, other in ((rules.zombie_1, rules.zombie_2), (rules.human_1, rules.human_2)):
        if one != other and state.eliminated >> one & 1 and state.eliminated >> other & 1:
            raise fields.bad("eliminated", "cannot hold both players of a side.")
    if state.phase == codes.OVER and not (state.humans and state.zombies):
        return
    present = state.commanders(state.humans) | state.commanders(state.zombies)
    absent = ((1 << players) - 1) & ~present
    if state.eliminated != absent:
        raise fields.bad("eliminated", f"must be {seats_in(absent)}: who commands nothing is out.")


def _place_fight(fields: Fields, state: HateState, rules: HateRules) -> None:
    if fields.raw("fight") is None:
        return
    fight = fields.inner("fight")
    last = rules.places - 1
    state.fight_active = fight.whole("active", 0, last)
    state.fight_target = fight.whole("target", 0, last)
    first, second = (codes.THROWS.index(text) for text in fight.texts("throws", codes.THROWS, 2))
    fight.done()
    state.fight_throws = 3 * first + second
    if state.fight_active == state.fight_target:
        raise fields.bad("fight", "is between two places.")
    if state.phase <= codes.DEALING:
        raise fields.bad("fight", "must be null before anybody has thrown.")
    if state.phase in (codes.SETTING_UP, codes.FIGHTING):
        if winner_of(first, second) != 0:
            raise fields.bad("fight", "can only be a tie while the same two throw again.")
        if (state.fight_active, state.fight_target) != (state.active, state.target):
            raise fields.bad("fight", "must be between the two who throw again.")
        if state.phase == codes.FIGHTING and not (rules.rethrow or state.cast.reroll_tie >> state.target & 1):
            raise fields.bad("fight", "must be null: a tie is not thrown again.")


def _place_end(fields: Fields, state: HateState, rules: HateRules) -> None:
    state.ending_code = codes.ENDINGS.index(fields.one_of("ending", codes.ENDINGS))
    if (state.ending_code > 0) != (state.phase == codes.OVER):
        raise fields.bad("ending", "is named in the phase over, and only there.")
    last_human = fields.raw("last_human")
    state.last_human = fields.whole("last_human", 0, rules.places - 1) if last_human is not None else -1
    if (state.last_human >= 0) != (state.ending_code == 2):
        raise fields.bad("last_human", "is a place when the zombies have won, and only then.")
    if state.phase < codes.ATTACKING:
        if state.attacks > 0:
            raise fields.bad("attacks", "must be 0 before the set-up is done.")
        return
    humans, zombies = state.ending_code != 2, state.ending_code != 1
    if bool(state.humans) != humans or bool(state.zombies) != zombies:
        raise fields.bad("characters", f"do not fit the ending {codes.ENDINGS[state.ending_code]!r}.")
    if state.last_human >= 0 and (not state.zombies >> state.last_human & 1 or bits(state.zombies) < 2):
        raise fields.bad("last_human", "must be a living zombie, and not the only one.")
    limited = rules.max_attacks > 0 and state.attacks >= rules.max_attacks
    if state.ending_code in (0, 3) and limited != (state.ending_code == 3):
        raise fields.bad(
            "attacks",
            f"does not fit the ending {codes.ENDINGS[state.ending_code]!r} and the limit {rules.max_attacks}.",
        )
    if state.attacks == 0 and state.phase in (codes.HEALING, codes.VOTING, codes.OVER):
        raise fields.bad("attacks", "must be more than 0: there has been an attack.")


def _check_phase(fields: Fields, state: HateState, rules: HateRules) -> None:
    phase = state.phase
    if phase < codes.ATTACKING:
        if phase == codes.CHOOSING and (not rules.individual or rules.dealer >= 0):
            raise fields.bad("phase", "no dealer is drawn by lot in this game.")
        if phase == codes.DEALING and not rules.deals:
            raise fields.bad("phase", "no characters are dealt in this game.")
        if phase == codes.SETTING_UP and not (rules.individual or rules.first_by_throw):
            raise fields.bad("phase", "this game begins without a throw.")
    if phase in (codes.ATTACKING, codes.FIGHTING) and not state.zombies >> state.active & 1:
        raise fields.bad("active", "must be the place of a living zombie.")
    if phase == codes.FIGHTING and state.target not in [
        state.target_of(d) for d in (codes.LEFT, codes.RIGHT) if state.may_attack(d)
    ]:
        raise fields.bad("target", "is nobody the active zombie may attack.")
    if phase in (codes.HEALING, codes.VOTING):
        if phase != (codes.VOTING if rules.vote else codes.HEALING) or rules.heal_auto:
            raise fields.bad("phase", "is not how healing is decided in this game.")
        if not state.removed >> state.active & 1:
            raise fields.bad("active", "must be the place of the zombie just killed.")
        if not state.humans >> state.target & 1:
            raise fields.bad("target", "must be the place of the human who killed the zombie.")
        if not state.humans & state.wounded_once:
            raise fields.bad("characters", "nobody is wounded, so nothing can be healed.")
    if phase == codes.ATTACKING and state.waiting >> state.active & 1:
        raise fields.bad("waiting", "names the active zombie.")


def _place_throws(fields: Fields, state: HateState) -> None:
    throws = [
        codes.NO_THROW if text is None else codes.THROWS.index(text)
        for text in _optional(fields, "throws", codes.THROWS, 2)
    ]
    if any(throw >= 0 for throw in throws) and state.phase not in (codes.SETTING_UP, codes.FIGHTING):
        raise fields.bad("throws", "must be null outside a fight.")
    if all(throw >= 0 for throw in throws):
        raise fields.bad("throws", "two throws are revealed at once: one at most waits.")
    state.active_throw, state.target_throw = throws


def _optional(fields: Fields, field: str, allowed: Sequence[str], length: int) -> list[str | None]:
    """A list of texts, each one of those allowed or null."""
    values: list[str | None] = fields.entries(field, length)
    fields.texts_of(field, [value for value in values if value is not None], allowed)
    return values


def _place_votes(fields: Fields, state: HateState, rules: HateRules, players: int) -> None:
    given = fields.entries("votes")
    if not given:
        if state.phase == codes.VOTING:
            raise fields.bad("votes", "must have an entry a seat while votes are cast.")
        return
    if state.phase not in (codes.VOTING, codes.ATTACKING) or not rules.vote or state.attacks == 0:
        raise fields.bad("votes", "must be empty: there has been no ballot.")
    allowed = (*(str(spot) for spot in range(rules.places)), "none")
    votes = [
        0 if text is None else codes.PLACES + 1 if text == "none" else int(text) + 1
        for text in _optional(fields, "votes", allowed, players)
    ]
    voters = state.commanders(state.humans)
    for seat, vote in enumerate(votes):
        if vote and not voters >> seat & 1:
            raise fields.bad("votes", f"seat {seat} commands no human and has no vote.")
        if (
            state.phase == codes.VOTING
            and 0 < vote <= codes.PLACES
            and not (state.humans & state.wounded_once) >> (vote - 1) & 1
        ):
            raise fields.bad("votes", f"place {vote - 1} is no wounded human.")
    missing = [seat for seat in seats_in(voters) if not votes[seat]]
    if bool(missing) != (state.phase == codes.VOTING):
        raise fields.bad("votes", "must lack one at least while they are cast, and none afterwards.")
    state.votes = vec[u8](votes)
