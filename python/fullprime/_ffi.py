"""The only user of the native module: every call to it goes through :func:`call` or :func:`call_text`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from fullprime._native import ffi, lib
from fullprime.errors import IllegalPlayError, PositionError, TextError

ABI_VERSION = 1
"""The version of the C ABI that this package is written for."""

if lib.fp_abi_version() != ABI_VERSION:
    raise ImportError(
        f"fullprime's native library has ABI version {lib.fp_abi_version()}, the Python package needs {ABI_VERSION}: "
        "they come from different installations; reinstall fullprime"
    )

__version__: str = ffi.string(lib.fp_version()).decode()

MAX_PLAYS: int = lib.FP_MAX_PLAYS
VARIANTS: dict[str, int] = {
    "backgammon": lib.FP_VARIANT_BACKGAMMON,
    "nackgammon": lib.FP_VARIANT_NACKGAMMON,
    "longgammon": lib.FP_VARIANT_LONGGAMMON,
    "hypergammon": lib.FP_VARIANT_HYPERGAMMON,
}
PHASES: dict[int, str] = {
    lib.FP_PHASE_CONTACT: "contact",
    lib.FP_PHASE_RACE: "race",
    lib.FP_PHASE_BEAROFF: "bearoff",
    lib.FP_PHASE_OVER: "over",
}
OUTCOMES: dict[int, str] = {
    lib.FP_OUTCOME_WIN: "win",
    lib.FP_OUTCOME_WIN_GAMMON: "win_gammon",
    lib.FP_OUTCOME_WIN_BACKGAMMON: "win_backgammon",
    lib.FP_OUTCOME_LOSE: "lose",
    lib.FP_OUTCOME_LOSE_GAMMON: "lose_gammon",
    lib.FP_OUTCOME_LOSE_BACKGAMMON: "lose_backgammon",
}
POLICIES: dict[str, int] = {"baseline": lib.FP_POLICY_BASELINE, "net": lib.FP_POLICY_NET}
MAX_PLIES: int = lib.FP_MAX_PLIES

_EXCEPTIONS: dict[int, type[Exception]] = {
    lib.FP_STATUS_INVALID_ARGUMENT: ValueError,
    lib.FP_STATUS_INVALID_POSITION: PositionError,
    lib.FP_STATUS_INVALID_TEXT: TextError,
    lib.FP_STATUS_ILLEGAL_PLAY: IllegalPlayError,
    lib.FP_STATUS_CANCELLED: KeyboardInterrupt,  # type: ignore[dict-item]  # only the user's Ctrl-C cancels
    lib.FP_STATUS_SYSTEM: OSError,
}


def call(name: str, *arguments: Any) -> None:
    """Call a fallible function of the C ABI; its error becomes an exception. The GIL is released meanwhile."""
    if not call_fits(name, *arguments):
        raise RuntimeError(f"{name} was given too little room; please report this mistake of fullprime")


def call_fits(name: str, *arguments: Any) -> bool:
    """Call like :func:`call`, and say whether the room given was enough; if not, the count says what is needed."""
    error = ffi.new("FpError *")
    status = getattr(lib, name)(*arguments, error)
    if status == lib.FP_STATUS_BUFFER_TOO_SMALL:
        return False
    if status != lib.FP_STATUS_OK:
        raise _EXCEPTIONS.get(status, RuntimeError)(ffi.string(error.message).decode(errors="replace"))
    return True


def call_text(name: str, *arguments: Any) -> str:
    """Call a function of the C ABI that writes a text."""
    capacity = 128  # room for any text of this ABI: the longest is a play of four moves
    text, count = ffi.new("char[]", capacity), ffi.new("size_t *")
    call(name, *arguments, text, capacity, count)
    return contents(text, count[0]).decode()


def new(kind: str) -> Any:
    """Give a zeroed C value, owned by Python."""
    return ffi.new(kind)


def contents(value: Any, size: int = -1) -> bytes:
    """Give a copy of a C value's memory, or of its first bytes."""
    return bytes(ffi.buffer(value, size))


def address(value: Any, field: str) -> Any:
    """Give a C pointer to a field of a C value."""
    return ffi.addressof(value, field)


def view(kind: str, array: npt.NDArray[Any] | bytes) -> Any:
    """Give a C pointer to an array's memory, without a copy; the array must be contiguous and outlive the pointer."""
    return ffi.from_buffer(kind, array)


def whole(name: str, value: object, low: int, high: int) -> int:
    """Check that a number is whole and within bounds, which C would cut off silently."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} must be a whole number from {low} to {high}, found {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} is {low} to {high}, found {value}")
    return int(value)


def whole_64(name: str, value: object) -> int:
    """Check that a number is whole and fits 64 bits without sign."""
    return whole(name, value, 0, 2**64 - 1)


def thread_count(threads: object) -> int:
    """Check a number of threads; ``None`` is one for each processor, which C calls 0."""
    return 0 if threads is None else whole("threads", threads, 1, 1024)
