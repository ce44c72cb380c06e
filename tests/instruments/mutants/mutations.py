"""The faults that can be put into a module, one at a time: an operator changed, a statement left out.

Left alone is what no test could or should hold: docstrings, types, assertions, decorators, ``__slots__`` and
``__repr__``, and the wording of errors and of sentences for translation.
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
    """``before`` becomes ``after`` in a function or class; ``number`` tells equal ones there apart, from 1.

    ``statement`` is the line where its statement begins.
    """

    line: int
    statement: int
    scope: str
    before: str
    after: str
    number: int

    @property
    def name(self) -> str:
        """What the fault is called for good: it does not change when lines move."""
        return f"{self.scope}: {self.before} -> {self.after}" + (f" ({self.number})" if self.number > 1 else "")


@dataclass(slots=True)
class _NodeSlot:
    """Where a node hangs in the tree, and what can hang there in its stead."""

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
    """Every fault that can be put into a module, in the order of its text."""
    return [fault for fault, _, _ in _mutation_sites(ast.parse(source))]


def apply_mutation(mutation: Mutation, source: str) -> ast.Module:
    """Return the module with the fault in it. Raises ValueError if there is no place for it."""
    tree = ast.parse(source)
    for other, place, after in _mutation_sites(tree):
        if other.name == mutation.name:
            place.replace(after)
            return ast.fix_missing_locations(tree)
    raise ValueError(f"no place for {mutation.name}")


def _mutation_sites(tree: ast.Module) -> Iterator[tuple[Mutation, _NodeSlot, ast.AST]]:
    seen: Counter[tuple[str, str, str]] = Counter()
    for place in _mutable_nodes(tree, _NodeSlot(tree, "", None, tree, 1, 1, "", inside=False)):
        for other in _replacements(place.node):
            after = ast.copy_location(other, place.node)
            key = (place.scope, _text(place.node), _text(after))
            seen[key] += 1
            yield Mutation(place.line, place.statement, *key, seen[key]), place, after


def _text(node: ast.AST) -> str:
    """A node in one line: what fills the body of a statement is left out."""
    return ast.unparse(node).partition("\n")[0]


# --- where ----------------------------------------------------------------------------------


def _mutable_nodes(parent: ast.AST, above: _NodeSlot) -> Iterator[_NodeSlot]:
    """Every node that may be changed, with the line and the function or class it stands in."""
    for field, value in ast.iter_fields(parent):
        if field in {"annotation", "returns", "decorator_list"}:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _is_excluded(node, parent, above.scope):
                continue
            line, inside = getattr(node, "lineno", above.line), above.inside or isinstance(node, ast.FunctionDef)
            statement = line if isinstance(node, ast.stmt) else above.statement
            place = _NodeSlot(parent, field, index, node, line, statement, _scope(node, above.scope), inside)
            if inside or not isinstance(node, ast.Assign | ast.AnnAssign):
                yield place
            yield from _mutable_nodes(node, place)


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
            return True  # a type by another name
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.Raise(exc=ast.Name("NotImplementedError")):
            return True
        case ast.Constant(str()) | ast.JoinedStr():
            return isinstance(parent, ast.JoinedStr) or _is_wording(parent)
    return False


def _is_wording(parent: ast.AST) -> bool:
    """Whether texts in ``parent`` are those of an error: ``sheet.fail("...")``, ``UnreadableError("...")``."""
    match parent:
        case ast.Call(func=ast.Name(name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name.endswith(("Error", "Diverged", "fail"))
    return False


# --- what -----------------------------------------------------------------------------------


@singledispatch
def _replacements(node: ast.AST) -> list[ast.AST]:
    """What may stand in the place of ``node``."""
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
    """Without each of the arguments by name; and the opposite function, if there is one."""
    named = node.keywords
    shorter = [[*named[:at], *named[at + 1 :]] for at in range(len(named))]
    others: list[ast.AST] = [ast.Call(node.func, node.args, each) for each in shorter]
    if isinstance(node.func, ast.Name) and node.func.id in FUNCTION_SWAPS:
        others.append(ast.Call(ast.Name(FUNCTION_SWAPS[node.func.id], ast.Load()), node.args, named))
    return others


def _negated(test: ast.expr) -> list[ast.expr]:
    """The opposite of a condition, unless it has faults of its own that are as good."""
    if isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        return []
    return [ast.UnaryOp(ast.Not(), test)]


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)
