"""What the operations of the local Prolific's API share: their form, refusals, and lists page by page."""

from collections.abc import Callable, Mapping

from judging.recruiters.local.prolific_state import Data, ProlificRefusal, ProlificState

Operation = Callable[[ProlificState, list[str], Mapping[str, str], Data], Data]
PAGE = 20


def refuse(sentence: str, status: int = 400) -> ProlificRefusal:
    """A refusal with its sentence."""
    return ProlificRefusal(status, sentence)


def show_page(path: str, rows: list[Data], query: Mapping[str, str]) -> Data:
    """One page of a list; past the end there is nothing, not even an empty page."""
    page, size = int(query.get("page", 1)), int(query.get("page_size", PAGE))
    start = (page - 1) * size
    if page > 1 and start >= len(rows):
        raise refuse("Invalid page.", 404)
    more = start + size < len(rows)
    following = f"{path}?page={page + 1}&page_size={size}" if more else None
    return {
        "results": rows[start : start + size],
        "_links": {"next": {"href": following, "title": "Next"}},
        "meta": {"count": len(rows)},
    }
