"""Runs the benchmarks that are named, or all; each is a module of this folder with `measure()`."""

import sys
from importlib import import_module

BENCHMARKS = (
    "statistics",
    "coverage",
    "visit",
    "admission",
    "crowd",
    "evaluation",
    "package",
    "results",
    "agents",
    "chat",
    "monitor",
    "workplace",
    "load",
)


def main(names: list[str]) -> int:
    """Print every figure; 1 where one breaks its limit."""
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        raise SystemExit(f"No benchmark is called {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}.")
    figures = [figure for name in names or BENCHMARKS for figure in import_module(f"bench.{name}").measure()]
    for figure in figures:
        print(figure)
    return 0 if all(figure.is_within for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
