"""The tables of a package and their columns: the codebook, from which everything else about them is told."""

from agents.models import Gender, Origin, Provenance
from analysis.codebook import CODEBOOK
from analysis.judge_groups import GROUPINGS
from analysis.packages.columns import Column, Kind, Table
from judging.demographics import NO_ANSWER_TEXT
from judging.models import Assignment, TrialKind

NUMBER, REAL, TRUTH, TIME, JSON = Kind.NUMBER, Kind.REAL, Kind.TRUTH, Kind.TIME, Kind.JSON
ORIGINS, KINDS = tuple(Origin.values), tuple(TrialKind.values)
CODES = {
    "verdict": ORIGINS,
    "origin": ORIGINS,
    "kind": KINDS,
    "visit_state": tuple(Assignment.State.values),
    "visit_kind": tuple(Assignment.Kind.values),
    "provenance": tuple(Provenance.values),
    "gender": (*Gender.values, ""),
    "ai_tool": ("yes", "no", "no_answer"),
}
UNITS = {"rt_ms": "ms", "hidden_ms": "ms", "first_input_ms": "ms", "pointer_px": "px", "utc_offset_minutes": "min"}
# What a judge told of themselves leaves only in the table `judges`, in groups.
TOLD = tuple(variable for variable in CODEBOOK if not variable.name.startswith("judge_"))

ASSIGNMENT = Column("assignment", "number of the visit", NUMBER)
JUDGE = Column("judge", "pseudonym of the judge, within this study only")
STIMULUS = Column("stimulus_number", "number of the stimulus", NUMBER)
RESPONSE = Column("response", "number of the response", NUMBER)
TRIAL = Column("trial", "number of the trial", NUMBER)
VERSION = Column("protocol_version", "version of the protocol that the visit followed", NUMBER)
ROLE = Column("role", "which author: agent, or A or B of a conversation")
JUDGEMENT_COLUMNS = (
    *(Column(v.name, v.meaning, Kind(v.kind), CODES.get(v.name, ()), UNITS.get(v.name, "")) for v in TOLD),
    TRIAL,
    ASSIGNMENT,
    STIMULUS,
)
TABLES = (
    Table("judgements", "Every judgement on a main trial of a main visit, screened out or not.", JUDGEMENT_COLUMNS),
    Table(
        "apart",
        "Judgements on practice, feedback and catch trials, which count in no result but their own.",
        JUDGEMENT_COLUMNS,
    ),
    Table(
        "judges",
        "What judges told of themselves, in groups, a row for each main visit; groups of too few people are not told.",
        (
            JUDGE,
            ASSIGNMENT,
            *(
                Column(f"{one.slug}_group", f"{one.title} in groups", codes=(*one.groups, NO_ANSWER_TEXT))
                for one in GROUPINGS
            ),
            Column("is_suppressed", "whether the groups are left out, as too few people share them", TRUTH),
            Column("screened_native_english", "as told: yes, no, no_answer; only where a screening rule asks for it"),
            Column("screened_native_language", "a language that a screening rule names, or another"),
        ),
    ),
    Table(
        "assignments",
        "Visits to the study; of pilots, previews and erased visits nothing but that they were there.",
        (
            ASSIGNMENT,
            JUDGE,
            VERSION,
            Column("kind", "main, pilot or preview; only main visits count", codes=tuple(Assignment.Kind.values)),
            Column("platform", "name of the recruiter through whom the judge came"),
            Column("environment", "which of the recruiter's servers: live, sandbox, local"),
            Column("seed", "of the drawing of places and of controls", NUMBER),
            Column("stage", "how far the visit came", codes=tuple(Assignment.Stage.values)),
            Column("state", "how it stands", codes=tuple(Assignment.State.values)),
            Column("arrived_at_utc", "when the judge arrived", TIME),
            Column("consented_at_utc", "when the judge agreed to take part", TIME),
            Column("began_at_utc", "when the judge came to the trials", TIME),
            Column("over_at_utc", "when the visit ended", TIME),
            Column("utc_offset_minutes", "minutes that the judge's clock was ahead of UTC", NUMBER, unit="min"),
            Column("signs", "signs of a program on the pages around the trials, counted", JSON),
            Column("comprehension", "answers to the comprehension questions, and tries", JSON),
            Column("closing", "answers to the closing questions, without the comment", JSON),
        ),
    ),
    Table(
        "trials",
        "Every trial of the main visits, answered or not.",
        (
            TRIAL,
            ASSIGNMENT,
            Column("place", "number of the place that was shown", NUMBER),
            Column("position", "place of the trial in the visit, from 1", NUMBER),
            Column("kind", "main, practice, feedback or catch", codes=KINDS),
            Column("gives_feedback", "whether the truth was told after the verdict", TRUTH),
            Column("issued_at_utc", "when the server first gave out the trial", TIME),
            Column("painted_at_utc", "when the stimulus was painted, as the browser told", TIME),
            Column("answered_at_utc", "when the server took the answer", TIME),
            Column("put_aside_at_utc", "when the trial was put aside, unjudged", TIME),
            Column("put_aside_why", "why it was put aside"),
            Column("loads", "how often the page was loaded", NUMBER),
            Column("rt_ms", "milliseconds from the painted stimulus to the answer", NUMBER, unit="ms"),
            Column("control", "the control question, its options and the right one", JSON),
            Column("control_answer", "what was answered to the control question"),
            Column("control_right", "whether that was right", TRUTH),
            Column("answers", "what else was answered, and what the page noticed, as it was stored", JSON),
        ),
    ),
    Table(
        "places",
        "The views of responses that the study could show, by version of the protocol, kind of trial and cell.",
        (
            Column("place", "number of the place", NUMBER),
            Column("protocol_version", "version of the protocol", NUMBER),
            Column("kind", "main, practice, feedback or catch", codes=KINDS),
            Column("cell", "pairing of origins and the AI agents"),
            Column("pairing", "origins of the authors in the order of roles, H or A each"),
            RESPONSE,
            Column("view", "number of turns shown; 0 for the whole response", NUMBER),
        ),
    ),
    Table(
        "stimuli",
        "What agents were shown.",
        (
            STIMULUS,
            Column("pool", "the set that it was loaded with"),
            Column("stimulus", "its name within its pool"),
            Column("payload", "the stimulus; pictures are named by the SHA-256 of their file", JSON),
            Column("facets", "attributes to report by", JSON),
            Column("has_control", "whether the truth of its control question is known", TRUTH),
            Column("is_catch", "whether it is for catch trials", TRUTH),
        ),
    ),
    Table(
        "responses",
        "What agents produced.",
        (
            RESPONSE,
            STIMULUS,
            Column("pairing", "origins of the authors in the order of roles, H or A each"),
            Column("provenance", "how it came to the platform", codes=tuple(Provenance.values)),
            Column("payload", "the response, normalized", JSON),
            Column("remarks", "rules of the original study that it bends", JSON),
        ),
    ),
    Table(
        "authorships",
        "Who made which response, in which role.",
        (RESPONSE, ROLE, Column("agent", "name of the agent"), Column("gender", "where known", codes=CODES["gender"])),
    ),
    Table(
        "agents",
        "Who produced the responses; people who could be recognized are named by a pseudonym.",
        (
            Column("agent", "name of the agent"),
            Column("title", "its title"),
            Column("origin", "what it truly is", codes=ORIGINS),
            Column("details", "of an AI agent: model and version", JSON),
        ),
    ),
    Table(
        "predictions",
        "What AI judges said of the responses, out of fold, from the finished evaluations of this study.",
        (
            Column("run", "number of the evaluation", NUMBER),
            Column("ai_judge", "name of the AI judge"),
            Column("setting", "ordinary, held-out, normalized or original"),
            Column("seed", "of the folds", NUMBER),
            Column("fold", "number of the fold", NUMBER),
            Column("held_out", "the AI agent that was held out of training, if any"),
            RESPONSE,
            ROLE,
            Column("part", "number of the part of the response, from 0", NUMBER),
            Column("origin", "what the author truly is", codes=ORIGINS),
            Column("p_human", "how likely a human made it, by this judge; null is no answer", REAL, unit="probability"),
        ),
    ),
    Table(
        "exclusions",
        "Judgements that do not count, each with the first rule that leaves it out.",
        (
            Column("judgement", "number of the judgement", NUMBER),
            TRIAL,
            ASSIGNMENT,
            VERSION,
            Column("step", "number of the rule in the order of the flow", NUMBER),
            Column("rule", "name of the rule"),
        ),
    ),
    Table(
        "steps",
        "The screening rules in the order of the flow.",
        (
            Column("protocol_version", "version whose rules these are; null where all versions have the same", NUMBER),
            Column("step", "number of the rule; 0 stands for all judgements", NUMBER),
            Column("rule", "name of the rule"),
            Column("sentence", "what it keeps"),
        ),
    ),
)
BY_NAME = {table.name: table for table in TABLES}
