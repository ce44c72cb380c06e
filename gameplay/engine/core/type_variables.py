"""Type variables with a default (PEP 696), which Python has from 3.13 on. Only type checkers read the default."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar
else:
    from typing import TypeVar as _TypeVar

    def TypeVar(name: str, *, bound: Any = None, contravariant: bool = False, default: Any = None) -> _TypeVar:  # noqa: N802
        return _TypeVar(name, bound=bound, contravariant=contravariant)


__all__ = ["TypeVar"]
