"""The mutations of a module, such as a changed operator or a removed statement.

Code that tests cannot or should not check is not mutated: docstrings, types, assertions, decorators, ``__slots__`` and
``__repr__``, and the texts of errors and translations.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch

COMPARISON_SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATOR_SWAPS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
FUNCTION_SWAPS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutation:
    """A replacement of ``before`` by ``after`` in a function or class, the ``scope``.

    ``number`` distinguishes equal mutations in a scope, from 1. ``statement`` is the line where the statement begins.
    """

    line: int
    statement: int
    scope: str
    before: str
    after: str
    number: int

    @property
    def name(self) -> str:
        """A stable name, which does not change when lines move."""
        return f"{self.scope}: {self.before} -> {self.after}" + (f" ({self.number})" if self.number > 1 else "")


@dataclass(slots=True)
class _NodeSlot:
    """The position of a node in the tree, where it can be replaced."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    line: int
    statement: int
    scope: str
    inside: bool

    def replace(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def mutations(source: str) -> list[Mutation]:
    """Return all mutations of a module, in the order of its source."""
    return [mutation for mutation, _, _ in _mutation_sites(ast.parse(source))]


def apply_mutation(mutation: Mutation, source: str) -> ast.Module:
    """Return the mutated module. Raises ValueError if the mutation is not one of ``source``."""
    tree = ast.parse(source)
    for other, slot, after in _mutation_sites(tree):
        if other.name == mutation.name:
            slot.replace(after)
            return ast.fix_missing_locations(tree)
    raise ValueError(f"no such mutation: {mutation.name}")


def _mutation_sites(tree: ast.Module) -> Iterator[tuple[Mutation, _NodeSlot, ast.AST]]:
    seen: Counter[tuple[str, str, str]] = Counter()
    for slot in _mutable_nodes(tree, _NodeSlot(tree, "", None, tree, 1, 1, "", inside=False)):
        for other in _replacements(slot.node):
            after = ast.copy_location(other, slot.node)
            key = (slot.scope, _text(slot.node), _text(after))
            seen[key] += 1
            yield Mutation(slot.line, slot.statement, *key, seen[key]), slot, after


def _text(node: ast.AST) -> str:
    """Return the first line of the source of a node, without the body of a statement."""
    return ast.unparse(node).partition("\n")[0]


# --- sites ----------------------------------------------------------------------------------


def _mutable_nodes(parent: ast.AST, above: _NodeSlot) -> Iterator[_NodeSlot]:
    """Yield each node that may be mutated, with its line and its function or class."""
    for field, value in ast.iter_fields(parent):
        if field in {"annotation", "returns", "decorator_list"}:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _is_excluded(node, parent, above.scope):
                continue
            line, inside = getattr(node, "lineno", above.line), above.inside or isinstance(node, ast.FunctionDef)
            statement = line if isinstance(node, ast.stmt) else above.statement
            slot = _NodeSlot(parent, field, index, node, line, statement, _scope(node, above.scope), inside)
            if inside or not isinstance(node, ast.Assign | ast.AnnAssign):
                yield slot
            yield from _mutable_nodes(node, slot)


def _scope(node: ast.AST, scope: str) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return f"{scope}.{node.name}" if scope else node.name
    return scope


def _is_excluded(node: ast.AST, parent: ast.AST, scope: str) -> bool:
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()):
            return True
        case ast.FunctionDef(name="__repr__") | ast.Assign(targets=[ast.Name("__slots__")]):
            return True
        case ast.Call(func=ast.Name("TypeVar" | "_")) | ast.Subscript(value=ast.Name("Callable" | "Literal")):
            return True
        case ast.Assign(value=ast.Subscript()) if not scope:
            return True  # a type alias
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.Raise(exc=ast.Name("NotImplementedError")):
            return True
        case ast.Constant(str()) | ast.JoinedStr():
            return isinstance(parent, ast.JoinedStr) or _is_wording(parent)
    return False


def _is_wording(parent: ast.AST) -> bool:
    """Return whether strings in ``parent`` are texts of an error: ``sheet.fail("...")``, ``UnreadableError("...")``."""
    match parent:
        case ast.Call(func=ast.Name(name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name.endswith(("Error", "Diverged", "fail"))
    return False


# --- replacements ---------------------------------------------------------------------------


@singledispatch
def _replacements(node: ast.AST) -> list[ast.AST]:
    """Return the possible replacements of ``node``."""
    return []


@_replacements.register
def _(node: ast.Constant) -> list[ast.AST]:
    match node.value:
        case bool():
            return [ast.Constant(not node.value)]
        case int() | float():
            return [ast.Constant(node.value + 1)]
        case str():
            return [ast.Constant(f"{node.value}!")]
    return []


@_replacements.register
def _(node: ast.Compare) -> list[ast.AST]:
    ops = node.ops
    changed = [[*ops[:at], COMPARISON_SWAPS[type(op)](), *ops[at + 1 :]] for at, op in enumerate(ops)]
    return [ast.Compare(node.left, each, node.comparators) for each in changed]


@_replacements.register
def _(node: ast.BoolOp) -> list[ast.AST]:
    return [ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)]


@_replacements.register
def _(node: ast.BinOp) -> list[ast.AST]:
    return [ast.BinOp(node.left, OPERATOR_SWAPS[type(node.op)](), node.right)]


@_replacements.register
def _(node: ast.UnaryOp) -> list[ast.AST]:
    return [node.operand]


@_replacements.register
def _(node: ast.AugAssign) -> list[ast.AST]:
    return [
        ast.AugAssign(node.target, OPERATOR_SWAPS[type(node.op)](), node.value),
        ast.Assign([node.target], node.value),
    ]


@_replacements.register
def _(node: ast.Assign) -> list[ast.AST]:
    return [] if _is_none(node.value) else [ast.Assign(node.targets, ast.Constant(None))]


@_replacements.register
def _(node: ast.Return) -> list[ast.AST]:
    return [] if _is_none(node.value) else [ast.Return(ast.Constant(None))]


@_replacements.register
def _(node: ast.Expr) -> list[ast.AST]:
    return [ast.Pass()] if isinstance(node.value, ast.Call | ast.YieldFrom) else []


@_replacements.register
def _(node: ast.Raise) -> list[ast.AST]:
    return [ast.Pass()]


@_replacements.register
def _(node: ast.Break) -> list[ast.AST]:
    return [ast.Continue()]


@_replacements.register
def _(node: ast.Continue) -> list[ast.AST]:
    return [ast.Break()]


@_replacements.register
def _(node: ast.For) -> list[ast.AST]:
    return [ast.For(node.target, ast.Tuple([], ast.Load()), node.body, node.orelse)]


@_replacements.register
def _(node: ast.If) -> list[ast.AST]:
    return [ast.If(test, node.body, node.orelse) for test in _negated(node.test)]


@_replacements.register
def _(node: ast.While) -> list[ast.AST]:
    return [ast.While(test, node.body, node.orelse) for test in _negated(node.test)]


@_replacements.register
def _(node: ast.IfExp) -> list[ast.AST]:
    return [ast.IfExp(test, node.body, node.orelse) for test in _negated(node.test)]


@_replacements.register
def _(node: ast.comprehension) -> list[ast.AST]:
    ifs = node.ifs
    changed = [[*ifs[:at], other, *ifs[at + 1 :]] for at, test in enumerate(ifs) for other in _negated(test)]
    return [ast.comprehension(node.target, node.iter, each, node.is_async) for each in changed]


@_replacements.register
def _(node: ast.Lambda) -> list[ast.AST]:
    return [] if _is_none(node.body) else [ast.Lambda(node.args, ast.Constant(None))]


@_replacements.register
def _(node: ast.Call) -> list[ast.AST]:
    """Remove each keyword argument in turn; call the opposite function, if there is one."""
    keywords = node.keywords
    shortened = [[*keywords[:at], *keywords[at + 1 :]] for at in range(len(keywords))]
    calls: list[ast.AST] = [ast.Call(node.func, node.args, each) for each in shortened]
    if isinstance(node.func, ast.Name) and node.func.id in FUNCTION_SWAPS:
        calls.append(ast.Call(ast.Name(FUNCTION_SWAPS[node.func.id], ast.Load()), node.args, keywords))
    return calls


def _negated(test: ast.expr) -> list[ast.expr]:
    """Return the negation of a condition, unless it has equivalent mutations of its own."""
    if isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        return []
    return [ast.UnaryOp(ast.Not(), test)]


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)
