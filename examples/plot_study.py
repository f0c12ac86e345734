"""Play a small study from Python, look at its rows and plot them. Needs the extra `lab`; runs in seconds.

The cells marked by `# %%` open as a notebook in many editors; `python examples/plot_study.py` runs them all.
"""

# %% [markdown]
# How much does it matter in *Zombie! Run for Your Lives!* whether the deck has ten symbols three times or six symbols
# five times? A study file says what is compared; `shamble study FILE` would do the same from the command line.

# %%
import sys
import tempfile
from pathlib import Path

import polars as pl
from matplotlib.figure import Figure

from shamble.lab.findings import find_out
from shamble.lab.study import play_study
from shamble.lab.studyfile import read_study

STUDY = """
game = "run"
games = 400
players = 3
bots = ["greedy"]
watch = 4
compare = ["win", "decisions", "ending"]

[[variant]]
name = "10x3"

[[variant]]
name = "6x5"
options = { composition = "6x5" }
"""

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
folder.mkdir(parents=True, exist_ok=True)
file = folder / "compositions.toml"
file.write_text(STUDY, encoding="utf-8")
study = read_study(file)
played = play_study(study, folder / "compositions", jobs=1, progress=lambda games: None, resume=True)

# %% [markdown]
# `played.games` is a polars table with one row a game: how it ended, how long it was, what every seat was paid.

# %%
assert played.games is not None
games = played.games
print(
    games.group_by("cell", maintain_order=True).agg(
        pl.len().alias("games"),
        pl.col("decisions").mean().round(1),
        (pl.col("ending") == "items").mean().round(3).alias("won by items"),
    )
)

# %% [markdown]
# `find_out` works out what a report tells; here only what differs, with the verdicts.

# %%
found = find_out(study, played)
for row in sorted(found.comparisons, key=lambda row: row.verdict.p):
    verdict = row.verdict
    print(
        f"{row.column:9} {row.group:8} {row.first} {row.values[0]:8.3f}   {row.second} {row.values[1]:8.3f}   "
        f"{verdict.low:+.3f} to {verdict.high:+.3f}   {'real' if verdict.real else 'may be luck'}"
    )

# %% [markdown]
# And a picture of one's own.

# %%
figure = Figure(figsize=(7, 3), layout="constrained")
axes = figure.subplots()
for number, cell in enumerate(study.cells):
    lengths = games.filter(pl.col("cell") == number).get_column("decisions").to_numpy()
    axes.hist(lengths, bins=range(0, 601, 20), histtype="step", density=True, label=cell.name)
axes.set_xlabel("decisions a game")
axes.set_ylabel("density")
axes.legend(frameon=False)
figure.savefig(folder / "lengths.svg")
print(f"The picture is {folder / 'lengths.svg'}.")
