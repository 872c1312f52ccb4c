"""Lists of the local MTurk's API, page by page."""

from judging.recruiters.local.mturk_state import Data


def show_page(name: str, rows: list[Data], params: Data) -> Data:
    """One page of a list; the token is where the next begins."""
    start, size = int(params.get("NextToken") or 0), params.get("MaxResults") or 10
    page: Data = {name: rows[start : start + size], "NumResults": len(rows[start : start + size])}
    return {**page, "NextToken": str(start + size)} if start + size < len(rows) else page
