"""Lists in brackets, as LISP and Weizenbaum's scripts write them."""

import re
from collections.abc import Iterator
from typing import TypeAlias

Form: TypeAlias = "str | list[Form]"
LONGEST_SHOWN = 60
_SIGNS = re.compile(r"[()=]|[^\s()=]+")


def read_forms(text: str) -> Iterator[Form]:
    """The lists and words of a script, comments left out; raises ValueError where brackets do not match."""
    plain = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(";"))
    open_lists: list[list[Form]] = []
    for sign in _SIGNS.findall(plain):
        if sign == "(":
            open_lists.append([])
            continue
        if sign == ")" and not open_lists:
            raise ValueError("there is a closing bracket too many")
        done: Form = open_lists.pop() if sign == ")" else sign
        if open_lists:
            open_lists[-1].append(done)
        else:
            yield done
    if open_lists:
        raise ValueError(f"the bracket before {show(open_lists[0])} is not closed")


def take_list(forms: list[Form], around: Form) -> list[Form]:
    """The list that stands first; raises ValueError where there is none, or an empty one."""
    if not forms or not isinstance(forms[0], list) or not forms[0]:
        raise ValueError(f"a list is missing in {show(around)}")
    return forms[0]


def read_name(forms: list[Form], around: Form) -> str:
    """The word that stands first, in capitals; raises ValueError where there is none."""
    if not forms or not isinstance(forms[0], str):
        raise ValueError(f"a word is missing in {show(around)}")
    return forms[0].upper()


def show(form: Form) -> str:
    """A list as it is written, cut to a readable length."""
    text = form if isinstance(form, str) else f"({' '.join(show(one) for one in form)})"
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
