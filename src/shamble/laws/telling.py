"""What is said: words from views alone, one reason for whatever is not legal, rulings for every option."""

import itertools
import random
from collections import Counter

from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.state import HIDDEN, SPECTATOR
from shamble.laws.walking import name, old_openings, openings, owing, readers, sample, walk


def test_words_answer_everything_from_views(game: str) -> None:
    """Every choice has a label and an explanation, every event a story, every end its reason."""
    found = find(game)
    texts = found.vocabulary.texts()
    for seed, start in enumerate(openings(game)):
        words = found.words(found.editions()[0])
        for state, who, code in sample(walk(start, seed, 400), 8, seed):
            after = state.copy()
            after.apply(who, code)
            for seat in readers(state):
                assert words.asked(state.view(seat))
                seen = state.seen(seat, who, code)
                action = None if seen == HIDDEN else found.vocabulary.text(seen)
                said = words.tell(state.view(seat), who, action, after.view(seat))
                assert all(sentence and sentence[-1] in ".!?" for sentence in said), said
                if seat == SPECTATOR:
                    continue
                legal = list(state.legal(seat))
                labels = [words.label(state.view(seat), texts[c]) for c in legal]
                assert len(set(labels)) == len(labels), f"two choices read the same: {labels}"
                assert all(words.explain(state.view(seat), texts[c]) for c in legal)
            if after.owing() == 0:
                assert words.why(after.view(SPECTATOR))


def test_law_14_whatever_is_not_legal_has_one_reason_the_same_in_every_redeal(game: str) -> None:
    """The reasons of every code; the sentences of a few of each kind, and of some codes of every seat."""
    found = find(game)
    texts = found.vocabulary.texts()
    words = found.words(found.editions()[0])
    dice = Dice(14)
    told: Counter[str] = Counter()
    for seed, start in enumerate([*openings(game), *old_openings(game)]):
        rng = random.Random(seed)
        for state, _, _ in sample(walk(start, seed, 400), 12, seed):
            for seat in range(state.players):
                if seat not in owing(state) and rng.randrange(4):
                    continue  # the reasons of those who wait are much the same
                legal = set(state.legal(seat))
                reasons = [state.why_not(seat, code) for code in range(len(texts))]
                assert {code for code, reason in enumerate(reasons) if reason is None} == legal, name(state)
                redealt = state.redeal(seat, dice)
                assert reasons == [redealt.why_not(seat, code) for code in range(len(texts))], name(state)
                some = set(rng.sample(range(len(texts)), min(5, len(texts))))
                for code, reason in enumerate(reasons):
                    if reason is None or (told[reason.kind] > 20 and code not in some):
                        continue
                    told[reason.kind] += 1
                    refusal = found.refusal(words, state, seat, code)
                    assert refusal is not None
                    assert refusal == found.refusal(words, redealt, seat, code)
                    assert refusal[0].endswith("."), (texts[code], refusal)
                    assert refusal[1], (texts[code], refusal)
                    assert ", or " not in refusal[0], (texts[code], refusal)
    assert told


def test_every_option_names_its_ruling_and_every_ruling_stands_in_the_rules(game: str) -> None:
    """Options name their rulings, and the rules are written down."""
    found = find(game)
    numbers = [ruling.number for ruling in found.rulings]
    assert len(set(numbers)) == len(numbers)
    for option in found.options:
        assert option.ruling in numbers
        assert option.check(option.default) == option.default
    named = set(itertools.chain.from_iterable(r.option.split(", ") for r in found.rulings if r.option))
    assert named == {option.name for option in found.options}
    assert len(found.rules_text) > 500
