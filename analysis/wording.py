"""Numbers in the English sentences of files."""


def say_count(number: int, one: str, many: str = "") -> str:
    """So many of them, in words that fit the number: 0 judges, 1 judge, 2,000 judges."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
