"""The rules, rulings and options of a game, as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.markdown import Markdown

from shamble.kernel.components import Component, UnknownComponent, in_action, named
from shamble.kernel.game import PRESET, Edition, Game, Option, Ruling, Value, show
from shamble.terminal import words
from shamble.terminal.screen import Screen

MOST_NAMED = 6  # components told at once where a name is of several


def show_rules(game: Game, options: Mapping[str, Value], edition: Edition, screen: Screen) -> None:
    """Our rules text, then every ruling with its number and, where it has an option, the value in force."""
    reference = game.reference(edition)
    text = f"{game.rules_text}\n{reference}" if reference else game.rules_text
    if screen.plain:
        screen.lines(text.splitlines())
    else:
        screen.show(Markdown(text))
    if game.components(edition):
        screen.say(words.SEE_CARDS.format(game=game.code))
    screen.say()
    screen.say(words.RULINGS, "bold")
    for ruling in game.rulings:
        screen.say(_sentence(game, ruling, options))


def show_cards(components: Sequence[Component], edition: Edition, screen: Screen, whole: bool) -> None:
    """Components, by their kinds; `whole`: it is the whole list of the edition, whose note is told once."""
    if not components:
        screen.say(words.NO_COMPONENTS)
    if whole and edition.note:
        screen.say(words.RECONSTRUCTION.format(title=edition.title, note=edition.note), "dim")
    for kind in dict.fromkeys(component.kind for component in components):
        if whole:
            screen.say()
            screen.say(f"{kind[:1].upper()}{kind[1:]}", "bold")
        for component in components:
            if component.kind == kind:
                screen.say(component.line() if whole else f"{component.line()} [{kind}]")


def component_lines(
    components: Sequence[Component], typed: str, action: str | None, unseen: Mapping[str, int]
) -> list[str]:
    """What is said of the components that `?` asks for: those that an action speaks of, else those of a name. `unseen`
    has how many of each, by its code, the reader has not seen."""
    if action is not None:
        return [one.line(unseen.get(one.code)) for one in in_action(components, action)]
    try:
        return [f"{one.line(unseen.get(one.code))} [{one.kind}]" for one in named(components, typed)[:MOST_NAMED]]
    except UnknownComponent:
        return []


def show_ruling(game: Game, number: str, options: Mapping[str, Value], screen: Screen) -> None:
    """One ruling by its number, with the value in force, and then every option of it with its default and values."""
    ruling = game.ruling(number)
    screen.say(_sentence(game, ruling, options))
    for name in _names(ruling):
        _show_option(game.option(name), screen)
    if not ruling.option:
        screen.say(words.NO_OPTION)


def _names(ruling: Ruling) -> list[str]:
    """The options of a ruling, by their names."""
    return ruling.option.split(", ") if ruling.option else []


def _sentence(game: Game, ruling: Ruling, options: Mapping[str, Value]) -> str:
    """A ruling's number, question and answer and, where it has an option, the value in force."""
    in_force = "".join(
        f" [{name}={show(options[name])}{'' if options[name] == game.option(name).default else words.CHANGED}]"
        for name in _names(ruling)
    )
    return f"{ruling.number}. {ruling.question} {ruling.answer}{in_force}"


def show_options(game: Game, screen: Screen) -> None:
    """Every option with its meaning, its values and its ruling."""
    screen.say(words.OPTIONS_OF.format(title=game.title), "bold")
    for option in game.options:
        _show_option(option, screen)
    for preset in game.presets:
        screen.say(f"{PRESET} = {preset.name}", "bold")
        screen.say(f"    {preset.meaning[:1].upper()}{preset.meaning[1:]}. It stands for: {preset.told()}.")
    screen.say(words.EDITIONS.format(names=", ".join(f"{e.name} ({e.title})" for e in game.editions())))


def _show_option(option: Option, screen: Screen) -> None:
    """One option: its default, its ruling, its meaning and its values."""
    screen.say(f"{option.name} = {show(option.default)}  ({option.ruling})", "bold")
    screen.say(f"    {option.meaning[:1].upper()}{option.meaning[1:]}. Values: {option.allowed()}.")


def options_document(game: Game) -> dict[str, Any]:
    """The document of `options --json`."""
    return {
        "game": game.code,
        "seats": [game.seats[0], game.seats[-1]],
        "options": [_entry(option) for option in game.options],
        "presets": [{"name": p.name, "meaning": p.meaning, "options": dict(p.options)} for p in game.presets],
        "editions": [{"name": e.name, "title": e.title, "reconstruction": e.reconstruction} for e in game.editions()],
    }


def _entry(option: Option) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": option.name,
        "default": option.default,
        "choices": list(option.choices),
        "meaning": option.meaning,
        "ruling": option.ruling,
    }
    if option.low is not None:
        entry |= {"low": option.low, "high": option.high}
    return entry
