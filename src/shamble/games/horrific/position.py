"""Reading a position of Horrific, with every check that makes it a possible one."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes, packing, play, turn
from shamble.games.horrific.rules.data import HorrificRules
from shamble.games.horrific.rules.state import HorrificState
from shamble.games.horrific.rules.table import AIM_DOWN, GONE
from shamble.kernel.deck import Deck
from shamble.kernel.fields import Fields

KIND = {text: kind for kind, text in enumerate(codes.TYPES)}
PERSON = {text: person for person, text in enumerate(codes.PEOPLE)}


def state_from(fields: Fields, head: dict[str, Any], rules: HorrificRules) -> HorrificState:
    """The position that the fields describe; BadPosition if it is broken or impossible."""
    state = HorrificState(head["players"], head, rules)
    state.clear_table()
    _place_turn(fields, state)
    _place_characters(fields, state)
    _place_persons(fields, state)
    _place_cards(fields, state)
    _place_play(fields, state)
    _check_count(fields, state)
    _check_down(fields, state)
    _check_chance(fields, state)
    _check_play(fields, state)
    _check_end(fields, state)
    return state


def _place_turn(fields: Fields, state: HorrificState) -> None:
    players = int(state.players)
    state.phase = codes.PHASES.index(fields.one_of("phase", codes.PHASES))
    state.turn = fields.whole("turn", 0, players - 1)
    state.first = fields.whole("first", 0, players - 1)
    state.turns = fields.whole("turns", 0, 10**9)
    state.owed = fields.whole("owed", 0, 60)
    state.base = fields.whole("base", 0, 61)
    state.power = fields.whole("power", 0, 10**6)
    state.hand_played = fields.flag("hand_played")
    state.laid = fields.whole("laid", 0, 2)
    gimped = fields.wholes("gimped", 0, players - 1)
    if gimped != sorted(set(gimped)):
        raise fields.bad("gimped", "must name each gimped seat once, in ascending order.")
    state.gimped = sum(1 << seat for seat in gimped)
    trust = fields.wholes("trust", 0, min(10**6, int(state.rules.trust_cap)), players)
    state.trust = vec[i64](trust)
    winner = fields.raw("winner")
    state.winner = fields.whole("winner", 0, players - 1) if winner is not None else -1
    asking = fields.raw("asking")
    state.asking = fields.whole("asking", 0, players - 1) if asking is not None else -1


def _place_characters(fields: Fields, state: HorrificState) -> None:
    players = int(state.players)
    named = fields.entries("characters", players)
    cast = [
        codes.CHARACTERS.index(text) if text in codes.CHARACTERS else None if text is None else "" for text in named
    ]
    settled = [c for c in cast if c is not None]
    if not all(isinstance(c, int) for c in settled) or len(set(settled)) != len(settled):
        raise fields.bad(
            "characters",
            f"must be different ones of {', '.join(codes.CHARACTERS)}, a seat each; null where not settled.",
        )
    expected = int(state.turn) if state.phase == codes.CASTING else players
    if [c is not None for c in cast] != [seat < expected for seat in range(players)]:
        raise fields.bad("characters", "are settled seat by seat in the phase casting, and all settled after it.")
    if state.rules.cast and cast != state.rules.cast:
        raise fields.bad("characters", "are not those that the option characters names.")
    for seat, character in enumerate(cast):
        if isinstance(character, int):
            state.take_character(seat, character)


def _place_persons(fields: Fields, state: HorrificState) -> None:
    players = int(state.players)
    everybody = state.town
    found = 0
    pools = {"town": [fields.raw("town")], "destroyed": [fields.raw("destroyed")]}
    pools |= {field: fields.entries(field, players) for field in ("living", "undead")}
    masks: dict[str, list[int]] = {}
    for field, lists in pools.items():
        masks[field] = [_persons(fields, field, values) for values in lists]
        for mask in masks[field]:
            if mask & found or mask & ~everybody:
                raise fields.bad(field, "names a person that stands elsewhere, or whose character is not in play.")
            found |= mask
    if found != everybody:
        raise fields.bad("town", "some person in play stands nowhere.")
    state.town, state.destroyed = masks["town"][0], masks["destroyed"][0]
    state.living, state.undead = vec[i64](masks["living"]), vec[i64](masks["undead"])
    state.fresh = _persons(fields, "fresh", fields.raw("fresh"))
    state.used = _persons(fields, "used", fields.raw("used"))
    if state.fresh & ~everybody or (state.fresh and state.phase < codes.PLAYING):
        raise fields.bad("fresh", "names persons in play, in a turn that has begun.")
    own = state.living[state.turn] | state.undead[state.turn] | state.destroyed
    if state.used & ~own or (state.used and state.phase < codes.PLAYING):
        raise fields.bad("used", "names Minions of the player whose turn it is, or Undead spent.")


def _persons(fields: Fields, field: str, values: object) -> int:
    texts = fields.texts_of(field, values, codes.PEOPLE)
    if len(set(texts)) != len(texts):
        raise fields.bad(field, "names a person twice.")
    return sum(1 << PERSON[text] for text in texts)


def _kinds(fields: Fields, field: str, values: object, most: int = codes.DECK) -> list[int]:
    texts = fields.texts_of(field, values, codes.TYPES)
    if len(texts) > most:
        raise fields.bad(field, f"must have at most {most} entries.")
    return [KIND[text] for text in texts]


def _place_cards(fields: Fields, state: HorrificState) -> None:
    players = int(state.players)
    rows = {
        field: [_kinds(fields, f"{field}.{seat}", row) for seat, row in enumerate(fields.entries(field, players))]
        for field in ("decks", "hands", "reserve", "down", "mound", "discard")
    }
    may = fields.entries("may", players)
    known = fields.entries("known_cards", players)
    for seat in range(players):
        state.decks[seat] = Deck(codes.KINDS)
        for kind in rows["decks"][seat]:
            state.decks[seat].add(kind, 1)
        for kind in rows["hands"][seat]:
            state.add_to_hand(seat, kind)
        for kind in rows["reserve"][seat]:
            state.up[seat * codes.KINDS + kind] = u8(state.up[seat * codes.KINDS + kind] + 1)
        for kind in reversed(rows["mound"][seat]):
            state.push_mound(seat, kind)
        for kind in rows["discard"][seat]:
            play.discard_card(state, seat, kind)
        _place_down(fields, state, seat, rows["down"][seat], may[seat])
        _place_known(fields, state, seat, known[seat])


def _place_down(fields: Fields, state: HorrificState, seat: int, kinds: list[int], may: object) -> None:
    name = f"may.{seat}"
    if not isinstance(may, list) or len(may) != len(kinds):
        raise fields.bad(name, "must have a list of types for each face-down card.")
    for kind, types in zip(kinds, may, strict=True):
        mask = 0
        for other in _kinds(fields, name, types, codes.KINDS):
            mask |= 1 << other
        if not mask >> kind & 1:
            raise fields.bad(name, f"a face-down card is {codes.TYPES[kind]}, which it may not be.")
        if mask & ~state.rules.has[state.cast[seat]]:
            raise fields.bad(name, "names a type that the deck does not hold.")
        state.down = append(state.down[:], packing.packed_down(seat, kind, mask))


def _place_known(fields: Fields, state: HorrificState, seat: int, entries: object) -> None:
    name = f"known_cards.{seat}"
    if not isinstance(entries, list) or len(entries) > codes.DECK:
        raise fields.bad(name, "must be a list of [type, place].")
    places = int(state.downs(seat))
    down = [int(state.down_kind(seat, place)) for place in range(places)]
    cards: list[tuple[int, int]] = []
    for entry in entries:
        if not isinstance(entry, list) or len(entry) != 2 or entry[0] not in codes.TYPES:
            raise fields.bad(name, "must be a list of [type, place].")
        if isinstance(entry[1], bool) or not isinstance(entry[1], int) or not 0 <= entry[1] <= places:
            raise fields.bad(name, f"a place must be a whole number from 0 to {places}.")
        cards.append((KIND[entry[0]], entry[1]))
    if cards != sorted(cards):
        raise fields.bad(name, "must be in the order of the types and places.")
    for kind, start in cards:
        there = int(state.hands[seat * codes.KINDS + kind]) + down[start:].count(kind)
        if len([1 for k, s in cards if k == kind and s >= start]) > there:
            raise fields.bad(name, f"more {codes.TYPES[kind]} are known than lie there.")
        state._know_card(seat, kind, start)


def _place_play(fields: Fields, state: HorrificState) -> None:
    data = fields.raw("play")
    if data is not None:
        play = fields.inner("play")
        state.card = KIND[play.one_of("card", codes.TYPES)]
        state.source = codes.SOURCES.index(play.one_of("from", codes.SOURCES))
        state.person = PERSON[play.one_of("on", codes.PEOPLE)] if play.raw("on") is not None else -1
        state.mode = codes.MODES.index(play.one_of("mode", codes.MODES)) if play.raw("mode") is not None else -1
        state.taken = vec[u8]([u8(kind) for kind in _kinds(play, "take", play.raw("take"))])
        state.taken_all = play.flag("take_all")
        state.rival = play.whole("against", 0, int(state.players) - 1) if play.raw("against") is not None else -1
        state.granted = play.flag("granted")
        aim = play.raw("destroy")
        if aim == "gone":
            state.aim = GONE
        elif isinstance(aim, str):
            state.aim = KIND[play.one_of("destroy", codes.TYPES)]
        elif aim is not None:
            state.aim = AIM_DOWN + play.whole("destroy", 1, codes.DECK) - 1
        play.done()
    for data in fields.entries("windows", most=30):
        window = Fields(data, "windows")
        seat = window.whole("seat", 0, int(state.players) - 1)
        reserve = window.flag("reserve")
        asked = window.wholes("asked", 0, int(state.players) - 1)
        if asked != sorted(set(asked)):
            raise window.bad("asked", "must name each seat once, in ascending order.")
        window.done()
        state.windows = append(state.windows[:], packing.packed_window(seat, reserve, asked))


def _check_count(fields: Fields, state: HorrificState) -> None:
    """Conservation: every card of each deck in exactly one place (I1)."""
    for seat in range(int(state.players)):
        for kind in range(codes.KINDS):
            count = int(state.count(seat, kind))
            printed = int(state.rules.deck[state.cast[seat] * codes.KINDS + kind]) if state.cast[seat] >= 0 else 0
            if count != printed:
                raise fields.bad(
                    f"decks.{seat}",
                    f"{codes.TYPES[kind]} stands in {count} places of the position; the deck has {printed}.",
                )


def _check_down(fields: Fields, state: HorrificState) -> None:
    """I5, I6: at most three of a type in a Reserve, face-down cards only where there is a Conceal in the deck."""
    for seat in range(int(state.players)):
        downs = int(state.downs(seat))
        if any(state.in_reserve(seat, kind) > codes.CAP for kind in range(codes.KINDS)):
            raise fields.bad(f"reserve.{seat}", "holds more than three cards of one type.")
        if state.ups(seat) + downs > state.rules.reserve_total:
            raise fields.bad(f"reserve.{seat}", "holds more cards than the option reserve_total allows.")
        if downs and not state.rules.deck[state.cast[seat] * codes.KINDS + codes.CN]:
            raise fields.bad(f"down.{seat}", "nothing lies face down without a Conceal in the deck.")


def _check_chance(fields: Fields, state: HorrificState) -> None:
    phase, players = state.phase, int(state.players)
    held = [int(count) for count in state.held]
    if phase <= codes.CHOOSING:
        if state.first or (phase == codes.CHOOSING and state.turn):
            raise fields.bad("first", "and turn are 0 until it is settled who begins.")
        if phase == codes.CHOOSING and state.rules.first >= 0:
            raise fields.bad("phase", "the option first leaves nothing to choose.")
    elif state.rules.first >= 0 and state.first != state.rules.first:
        raise fields.bad("first", "is not the seat that the option first names.")
    if phase == codes.DEALING:
        dealt = codes.HAND_SIZE * players - int(state.owed)
        expected = [
            min(codes.HAND_SIZE, max(0, dealt - codes.HAND_SIZE * ((seat - int(state.first)) % players)))
            for seat in range(players)
        ]
        if not 0 <= dealt < codes.HAND_SIZE * players:
            raise fields.bad("owed", f"while dealing it is from 1 to {codes.HAND_SIZE * players}.")
        if held != expected:
            raise fields.bad("hands", f"while dealing, with {state.owed} cards owed, hands hold {expected}.")
        if state.turn != (int(state.first) + dealt // codes.HAND_SIZE) % players:
            raise fields.bad("turn", "is not the seat that is dealt to.")
        if any(deck.size() < codes.HAND_SIZE for deck in state.decks):
            raise fields.bad("decks", "hold too few cards to deal.")
    elif phase == codes.STARTING:
        if not 1 <= state.owed <= state.decks[state.turn].size():
            raise fields.bad("owed", "is from 1 to the size of the deck.")
    elif phase == codes.REPLENISHING:
        if (
            state.owed != codes.HAND_SIZE - held[int(state.turn)]
            or state.decks[state.turn].size() == 0
            or state.owed < 1
        ):
            raise fields.bad("owed", "is what the hand lacks of five, and there is a deck to draw from.")
    elif state.owed:
        raise fields.bad("owed", "is more than 0 in the phases dealing, starting and replenishing, and only there.")
    if phase < codes.DEALING and any(held):
        raise fields.bad("hands", "are empty before the deal.")


def _check_play(fields: Fields, state: HorrificState) -> None:
    phase, me = state.phase, int(state.turn)
    playing = codes.PLAYING <= phase <= codes.DENYING
    if (state.base or state.power) and not (playing or phase == codes.STARTING):
        raise fields.bad("base", "and power are 0 outside START and PLAY.")
    if state.hand_played and phase < codes.PLAYING:
        raise fields.bad("hand_played", "is false until a turn has begun.")
    if state.laid and (phase < codes.LAYING or (state.laid == 2 and state.hand_played)):
        raise fields.bad("laid", "is how many cards were laid: one, or two where none was played from the hand.")
    for card in state.discard:
        seat, kind = packing.discard_owner(int(card)), packing.discard_kind(int(card))
        if seat != me and kind != codes.DN:
            raise fields.bad("discard", "a player not in turn has discarded only Denies.")
        waits = state.rules.sweep_own and not (seat == me and phase in (codes.LAYING, codes.REPLENISHING))
        if not playing and not waits:
            raise fields.bad("discard", "is swept onto the Mounds at the end of PLAY (R9).")
    if (state.card >= 0) != (codes.AIMING <= phase <= codes.DENYING):
        raise fields.bad("play", "is a card being played in the phases from aiming to denying, and only there.")
    if (len(state.windows) > 0) != (phase == codes.DENYING) or (state.asking >= 0) != (phase == codes.DENYING):
        raise fields.bad("windows", "and asking are there in the phase denying, and only there.")
    if state.card >= 0:
        _check_parts(fields, state)
        _check_next(fields, state)


def _check_parts(fields: Fields, state: HorrificState) -> None:
    """The parts named for the play are such as could be named."""
    card = state.rules.types[state.card]
    if card.play != codes.OWN_TURN:
        raise fields.bad("play.card", "is not a card to be played in one's own turn.")
    if state.source != codes.FROM_RESERVE and not state.hand_played:
        raise fields.bad("hand_played", "is true where the card being played came from the hand.")
    if state.granted != (state.rules.declare_after and state.phase != codes.DENYING):
        raise fields.bad(
            "play.granted", "is true where targets are named after the others could deny, once they could."
        )
    if state.person >= 0 and not play.targets(state, state.card, state.source) >> state.person & 1:
        raise fields.bad("play.on", "is not a person that the card may be played on.")
    if state.mode >= 0 and (not card.modes or state.person < 0 or not play.may_use(state, state.mode)):
        raise fields.bad("play.mode", "is not a use that the Minion has.")
    named, state.taken = state.taken, vec[u8]()
    for kind in named:
        if state.mode < 2 or not play.may_take_more(state) or not play.may_take(state, i64(kind)):
            raise fields.bad("play.take", "is not there to be taken.")
        play.name_taken(state, i64(kind))
    if state.taken_all and (state.mode != codes.MODES.index("spend") or not play.may_take_more(state)):
        raise fields.bad("play.take_all", "is true where fewer cards are taken than could be, and only there.")
    if state.rival >= 0 and (state.rival == state.turn or not (card.rival or card.target == codes.RIVAL_RESERVE)):
        raise fields.bad("play.against", "is an opponent, for a card that names one.")
    if state.aim != -1 and (card.target != codes.RIVAL_RESERVE or state.rival < 0):
        raise fields.bad("play.destroy", "is a card of an opponent's Reserve, for Destroy Reserve.")
    if 0 <= state.aim < codes.KINDS and state.up[state.rival * codes.KINDS + state.aim] == 0:
        raise fields.bad("play.destroy", "does not lie face up in that Reserve.")
    if state.aim >= AIM_DOWN and state.aim - AIM_DOWN >= state.downs(state.rival):
        raise fields.bad("play.destroy", "that Reserve has no such face-down card.")
    if state.aim == GONE and len(state.windows) < 2:
        raise fields.bad("play.destroy", "can be gone only where it was played as a Deny.")


def _check_next(fields: Fields, state: HorrificState) -> None:
    """What is asked now is what comes next of the play or of the windows."""
    ahead = state.copy()
    if state.phase != codes.DENYING:
        play.ask_part(ahead)
        if ahead.phase != state.phase or ahead.rival != state.rival:
            raise fields.bad("phase", f"with what is named of the play, {codes.PHASES[ahead.phase]} comes next.")
        return
    if state.rules.declare_after:
        if (
            state.person >= 0
            or state.mode >= 0
            or state.rival >= 0
            or state.aim != -1
            or len(state.taken)
            or state.taken_all
        ):
            raise fields.bad("play", "targets are named only after the others could deny (R5).")
    else:
        ahead.asking = -1
        ahead.windows = vec[i64]()
        ahead.granted = True
        play.ask_part(ahead)
        if ahead.phase != codes.PLAYING:
            raise fields.bad("play", f"{codes.PHASES[ahead.phase]} comes before the others may deny.")
    seats = [int(packing.denied_seat(window)) for window in state.windows]
    if seats[0] != state.turn or packing.is_from_reserve(state.windows[0]) != (state.source == codes.FROM_RESERVE):
        raise fields.bad("windows", "the first is about the card being played.")
    for level in range(1, len(seats)):
        asked = packing.was_asked(state.windows[level - 1], seats[level])
        if seats[level] in (state.turn, seats[level - 1]) or not asked:
            raise fields.bad("windows", "a Deny is played by another seat that was asked about the card before.")
    if any(
        packing.was_asked(window, seat)
        for window in state.windows
        for seat in (state.turn, packing.denied_seat(window))
    ):
        raise fields.bad("windows", "nobody is asked about an own card, nor the player in turn about any.")
    top = state.windows[len(seats) - 1]
    earlier = int(turn.next_seat(state, seats[-1]))
    while earlier != state.asking:
        if earlier != state.turn and not packing.was_asked(top, earlier) and play.might_deny(state, earlier, top):
            raise fields.bad("asking", f"seat {earlier} is to be asked first (R16).")
        earlier = int(turn.next_seat(state, earlier))
    if state.asking in (state.turn, seats[-1]) or packing.was_asked(top, state.asking):
        raise fields.bad("asking", "is an opponent who has not been asked about this card (R17).")
    if len(seats) > 1 and not state.rules.deny_deny:
        raise fields.bad("windows", "the option deny_deny lets nobody deny a Deny.")


def _check_end(fields: Fields, state: HorrificState) -> None:
    over = state.turns >= state.rules.round_limit * state.players
    if state.phase != codes.OVER:
        if state.winner >= 0:
            raise fields.bad("winner", "is a seat when the game has been won, and only then.")
        if over:
            raise fields.bad("turns", "the rounds of the option round_limit are over.")
    elif state.winner < 0:
        if not over:
            raise fields.bad("winner", "the game ends by a victory or by the option round_limit.")
    elif state.winner != state.turn or not state.meets_goal(state.winner):
        raise fields.bad("winner", "is the seat in turn, with its victory condition met (R32).")
