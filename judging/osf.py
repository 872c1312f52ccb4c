"""A locked plan in the words of the OSF's standard preregistration form, as Markdown and as JSON."""

from collections.abc import Mapping
from typing import Any

from judging.models import Preregistration
from judging.preregistration import Plan
from judging.screening import say_rule

# Sections and questions as the form of the Open Science Framework names them ("OSF Preregistration").
FORM: Mapping[str, tuple[str, ...]] = {
    "Study Information": ("Title", "Description", "Hypotheses"),
    "Design Plan": (
        "Study type",
        "Blinding",
        "Is there any additional blinding in this study?",
        "Study design",
        "Randomization",
    ),
    "Sampling Plan": (
        "Existing Data",
        "Explanation of existing data",
        "Data collection procedures",
        "Sample size",
        "Sample size rationale",
        "Stopping rule",
    ),
    "Variables": ("Manipulated variables", "Measured variables", "Indices"),
    "Analysis Plan": (
        "Statistical models",
        "Transformations",
        "Inference criteria",
        "Data exclusion",
        "Missing data",
        "Exploratory analysis",
    ),
    "Other": ("Other",),
}
NONE = "None."
NOT_KNOWN = "Not known any longer."
BLIND = "Pages are drawn from stimuli and responses alone; nothing in them tells who answered."
MODELS = (
    "Shares and their differences with intervals clustered by judge and by stimulus; each AI agent against the human "
    "ceiling of the same judges"
)
CRITERIA = "95% intervals; Holm's correction over AI agents. Groups of judges are compared by permutation."
MISSING = "Unfinished visits are read unless a rule leaves them out; trials that could not be shown are not judged."
EXPLORATORY = "All comparisons of judges' groups that are not declared (Benjamini and Hochberg)."


def answer_form(locked: Preregistration) -> dict[str, str]:
    """The answer to each question of the form; to the last alone where the plan was changed and is none any longer."""
    plan = locked.plan
    if plan is None:
        asked = [question for questions in FORM.values() for question in questions]
        return {**dict.fromkeys(asked, NOT_KNOWN), "Title": locked.study_slug, "Other": say_lock(locked)}
    return {**answer_design(plan), **answer_sampling(plan), **answer_analysis(plan), "Other": say_lock(locked)}


def answer_design(plan: Plan) -> dict[str, str]:
    """Study information, design and variables."""
    settings = plan.protocol
    shares = ", ".join(f"{share:.0%} {pairing}" for pairing, share in settings.shares.items())
    design = f"Within judges: {settings.trials} trials on the task {settings.task}, each on another stimulus"
    return {
        "Title": settings.title,
        "Description": plan.description or NONE,
        "Hypotheses": "\n".join(f"{number}. {text}" for number, text in enumerate(plan.hypotheses, 1)),
        "Study type": "Experiment: the server assigns responses to judges at random.",
        "Blinding": "Judges do not know who gave a response.",
        "Is there any additional blinding in this study?": BLIND,
        "Study design": f"{design}, in the shares {shares} (H human, A machine).",
        "Randomization": "The server draws each judge's responses, least taken places first, and their order.",
        "Manipulated variables": "Origin of the response (human or AI), and the AI agent.",
        "Measured variables": "Verdict (human or machine) on each response, and its reaction time.",
        "Indices": "Detectability: the mean of the shares of right verdicts on humans and on machines.",
    }


def answer_sampling(plan: Plan) -> dict[str, str]:
    """Where the data come from, and how many."""
    pay = plan.protocol.pay or "as the platform states"
    return {
        "Existing Data": "Registration prior to creation of data",
        "Explanation of existing data": "No visit had begun when this plan was locked; the server checks it.",
        "Data collection procedures": f"Visits on the web of about {plan.protocol.minutes} minutes; pay: {pay}.",
        "Sample size": f"{plan.judges:,} judges who count.",
        "Sample size rationale": plan.rationale,
        "Stopping rule": plan.stopping,
    }


def answer_analysis(plan: Plan) -> dict[str, str]:
    """How it is analyzed, and what is left out."""
    declared, margin = ", ".join(plan.family) or "none", f"a margin of {plan.margin * 100:g} points"
    rules = "\n".join(f"- {say_rule(rule)}" for rule in plan.protocol.screening)
    return {
        "Statistical models": f"{MODELS}, with {margin}.",
        "Transformations": "Intervals near 0 and 1 through the logit; d′ with the log-linear correction.",
        "Inference criteria": f"{CRITERIA} Declared, and corrected together by Holm: {declared}.",
        "Data exclusion": rules or NONE,
        "Missing data": MISSING,
        "Exploratory analysis": f"{plan.exploratory}\n{EXPLORATORY}".strip(),
    }


def say_lock(locked: Preregistration) -> str:
    """When, by which hash, and whether it is still so."""
    return f"Locked {locked.locked_at:%Y-%m-%dT%H:%M:%SZ}; SHA-256 of the plan {locked.sha256}. {locked.fault}".rstrip()


def write_markdown(locked: Preregistration) -> str:
    """The form as Markdown."""
    answers = answer_form(locked)
    lines = [f"# {answers['Title']}", "", say_lock(locked)]
    for section, questions in FORM.items():
        lines += ["", f"## {section}"]
        for question in questions:
            lines += ["", f"### {question}", "", answers[question]]
    return "\n".join(lines) + "\n"


def describe_form(locked: Preregistration) -> dict[str, Any]:
    """The form as plain values, with the plan itself."""
    answers = answer_form(locked)
    return {
        "form": "OSF Preregistration",
        "study": locked.study_slug,
        "locked_at": f"{locked.locked_at:%Y-%m-%dT%H:%M:%SZ}",
        "sha256": locked.sha256,
        "is_intact": locked.is_intact,
        "answers": {section: {question: answers[question] for question in asked} for section, asked in FORM.items()},
        "plan": locked.document,
    }
