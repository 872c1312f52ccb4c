"""What the original study states of its human judges, task by task, as facts with their source."""

from analysis.published.figures import Published

SOURCE = "arXiv 2211.13087, version 1, human judges; balanced shares and counts from the authors' notebooks"


def state(*figures: dict[str, object], conflicts: tuple[str, ...] = ()) -> Published:
    """The figures of one task."""
    return Published.model_validate({"source": SOURCE, "figures": figures, "conflicts": conflicts})


MIXED = ("HA", "AH")
ORIGINAL = {
    "color": state(
        {"measure": "HH", "percent": 55},
        {"measure": "AA", "percent": 58},
        {"measure": "AA", "percent": 57, "agent": "google"},
        {"measure": "AA", "percent": 60, "agent": "azure"},
        {"measure": "AA", "percent": 65, "agent": "mccq"},
        {"measure": "balanced", "percent": 58, "judgements": 1416},
        conflicts=(
            "The three agents' 57, 60 and 65% average 61%, above the 58% stated for all; 58% is the balanced share.",
        ),
    ),
    "objects": state(
        {"measure": "HH", "percent": 52},
        {"measure": "AA", "percent": 69},
        {"measure": "AA", "percent": 49, "agent": "detectron"},
        {"measure": "AA", "percent": 65, "agent": "google"},
        {"measure": "accuracy", "percent": 56.5},
        {"measure": "balanced", "percent": 58, "judgements": 1778},
        conflicts=("52 and 69% balance to 60.5%, but the text says 56.5% and the notebook 58%.",),
    ),
    "attention": state({"measure": "HH", "percent": 63}, {"measure": "AA", "percent": 50}),
    "captioning": state(
        {"measure": "HH", "percent": 69},
        {"measure": "AA", "percent": 45},
        {"measure": "AA", "percent": 37, "agent": "blip"},
        {"measure": "AA", "percent": 59, "agent": "clipcap"},
    ),
    "association": state({"measure": "HH", "percent": 60}, {"measure": "AA", "percent": 43}),
    "conversation": state(
        {"measure": "HH", "percent": 58},
        {"measure": "AA", "percent": 47},
        {"measure": "accuracy", "percent": 53.5},
        {"measure": "HH", "percent": 61, "pairings": ("HH",)},
        {"measure": "AH", "percent": 56, "pairings": ("AA",)},
        {"measure": "HH", "percent": 61, "pairings": MIXED},
        {"measure": "AA", "percent": 55, "pairings": MIXED},
        {"measure": "AH", "percent": 64, "agent": "blenderbot"},
        {"measure": "accuracy", "percent": 60, "grouping": "gender", "group": "Male"},
        {"measure": "accuracy", "percent": 57.5, "grouping": "gender", "group": "Female"},
        {"measure": "accuracy", "percent": 54, "grouping": "education", "group": "School"},
        {"measure": "accuracy", "percent": 53, "grouping": "education", "group": "Bachelor"},
        {"measure": "accuracy", "percent": 51, "grouping": "education", "group": "Postgraduate"},
        conflicts=(
            "58 and 47% balance to 52.5%, but the text says 53.5%.",
            "56% of machines among themselves judged human leaves 44% right, but the text says 41%.",
            "Men's 60% and women's 57.5% are both above the 53.5% of all, so they are probably of one pairing alone.",
        ),
    ),
}
