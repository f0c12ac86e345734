"""The laws that every game must pass, as tests: `pytest --shamble-laws GAME` runs them for any game that is installed.

They need pytest (`pip install 'shamble[laws]'`). `docs/architecture.md` lists them; `plugin.py` is what pytest loads.
"""
