"""Places in sources, found by their syntax tree: a function by its name, a part of it by how it is built."""

import ast
from dataclasses import dataclass
from pathlib import Path


class NotFound(Exception):
    """No place, or more than one, where exactly one was meant."""


@dataclass(frozen=True)
class Place:
    """A part of a source file: bytes `start` to `end`."""

    file: Path
    start: int
    end: int

    def replaced(self, instead: str) -> str:
        """The file's text with `instead` here; `{}` in it stands for what stood here."""
        content = self.file.read_bytes()
        here = content[self.start : self.end].decode()
        text = content[: self.start].decode() + instead.replace("{}", here) + content[self.end :].decode()
        ast.parse(text)
        return text


def find_place(package: Path, where: str, function: str, pattern: str) -> Place:
    """The one place that looks like `pattern` in the one function of that name (`Class.method`) below `where`.

    `where` is a module or a folder of the package. `pattern` is an expression or a statement; ANY in it stands for any
    expression, as a statement for any block. A constant may be reached through its module or not.
    """
    paths = [package / f"{where}.py", *sorted((package / where).rglob("*.py"))]
    found = [(path, node) for path in paths if path.is_file() for node in functions(path) if node[0] == function]
    if len(found) != 1:
        raise NotFound(f"{len(found)} functions {function} in {where} of {package}; exactly one was meant")
    path, (_, body) = found[0]
    wanted = parsed(pattern)
    nodes = [node for node in ast.walk(body) if isinstance(node, ast.expr | ast.stmt) and alike(wanted, node)]
    if len(nodes) != 1:
        raise NotFound(f"{len(nodes)} places {pattern!r} in {function} of {path}; exactly one was meant")
    lines = path.read_bytes().splitlines(keepends=True)
    start, end = (
        sum(map(len, lines[: (line or 0) - 1])) + (column or 0)
        for line, column in ((nodes[0].lineno, nodes[0].col_offset), (nodes[0].end_lineno, nodes[0].end_col_offset))
    )
    return Place(path, start, end)


def functions(path: Path) -> list[tuple[str, ast.AST]]:
    """Every function of a file's top level and of its classes, by its name with that of its class."""
    found: list[tuple[str, ast.AST]] = []
    for node in ast.parse(path.read_text("utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found += [(owner + part.name, part) for part in inner if isinstance(part, ast.FunctionDef)]
    return found


def parsed(pattern: str) -> ast.AST:
    """An expression where the pattern is one, or else a statement."""
    statement = ast.parse(pattern).body[0]
    return statement.value if isinstance(statement, ast.Expr) else statement


def is_any(wanted: object) -> bool:
    return isinstance(wanted, ast.Name) and wanted.id == "ANY"


def alike(wanted: object, node: object) -> bool:
    """Whether a part of a tree is built like another one."""
    if is_any(wanted):
        return True
    if isinstance(wanted, list) and isinstance(node, list):
        block = len(wanted) == 1 and isinstance(wanted[0], ast.Expr) and is_any(wanted[0].value)
        return block or (len(wanted) == len(node) and all(map(alike, wanted, node)))
    if isinstance(wanted, ast.Name) and wanted.id.isupper() and isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and node.attr == wanted.id
    if not isinstance(wanted, ast.AST):
        return wanted == node
    return type(wanted) is type(node) and all(
        alike(value, getattr(node, field)) for field, value in ast.iter_fields(wanted) if field != "ctx"
    )
