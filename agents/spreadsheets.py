"""What a cell must not begin with where people open a table in a spreadsheet (OWASP, CSV injection)."""

FORMULA_STARTS = (
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    "\uff1d",
    "\uff0b",
    "\uff0d",
    "\uff20",
)  # the last four are wide


def disarm(cell: str) -> str:
    """The cell, with an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell
