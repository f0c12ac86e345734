"""A review as lines for a terminal."""

from collections.abc import Iterator

from shamble.review import words
from shamble.review.document import Review
from shamble.review.page import looked_at, marked, parts

MOST = 12  # marked decisions shown


def tell(review: Review) -> Iterator[str]:
    """The lines, at most 80 columns but for long sentences."""
    yield words.PAGE_TITLE.format(title=review.title)
    yield review.result
    if review.rough:
        yield words.ROUGH.format(rollouts=review.rollouts)
    yield from looked_at(review)
    yield ""
    yield words.TURNS
    for turn in review.turning_points or [words.NO_TURNS]:
        yield f"  {turn}"
    yield ""
    yield words.LEDGER
    heads = [words.SHORT_HEADS.get(part, words.HEADS[part].split()[0][:9]) for part in parts(review)]
    yield f"{'':12}" + "".join(f"{head:>11}" for head in heads)
    for name, ledger in zip(review.seats, review.ledgers, strict=True):
        cells = "".join(f"{getattr(ledger, part) * 100:11.1f}" for part in parts(review))
        yield f"{name[:12]:12}{cells}"
    yield ""
    yield words.DECISIONS
    rows = marked(review)
    if not rows:
        yield f"  {words.NO_MARKS}"
    for row in rows[:MOST]:
        yield f"  {row}"
    yield ""
    yield words.METHOD.format(rollouts=review.rollouts, iterations=review.iterations)
