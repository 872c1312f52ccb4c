"""What people read first in a package: the README, the datasheet and the codebook."""

from collections.abc import Sequence

from analysis.packages.columns import Column, Table
from analysis.packages.facts import Facts
from analysis.packages.tables import TABLES

README = """# {title}

{sentence}

Packed on {day} from the study `{slug}`; its state then: {state}.

## What is where

- `data/`: every table as plain CSV (RFC 4180). A missing value is empty, an empty text is a pair of quotes.
- `spreadsheets/`: the same, safe in spreadsheets: texts that would start a formula have an apostrophe in front.
- `jsonl/`, `parquet/`: the same tables again.
- `codebook.md`, `codebook.json`: every column of every table: meaning, kind, unit, values.
- `protocols/`: the settings of the study, one file for each version.
- `manifest.json`: how many rows each table has, what is not in the package, and the SHA-256 of every file.
- `datasheet.md`, `croissant.json`, `dataset_description.json` (Psych-DS): what the data are, for people and programs.
- `scripts/models.R`: mixed models in R. `recompute/`: `python -m recompute`, here, computes the report anew.{pictures}

Times are in UTC. What UTF-8 cannot hold (half of a broken emoji) is U+FFFD in columns of text, and an escape in JSON.

## Tables

| table | rows | what |
|---|---|---|
{tables}

## What is not here

{left_out}
"""
DATASHEET = """# Datasheet

After Gebru et al., Datasheets for Datasets (2021).

**Why was it made?** To measure how well people tell whether a human or a machine gave a response. {labels}

**What does it consist of?** {judgements:,} judgements by {visits:,} visits on {responses:,} responses to {stimuli:,}
stimuli by {agents:,} agents. `codebook.md` describes each column; the truth stands beside each verdict.

**How was it collected?** In web pages, from {begin} to {end}. Judges agreed to take part first; the text that they
agreed to is in `protocols/`. Which responses a judge saw was drawn at random, balanced over origins and AI agents.

**What was done to it?** Responses were normalized alike for every origin before they were shown. Nothing was taken out:
each judgement says whether it counts, and `exclusions` names the rule by which it does not.

**What of the people in it?** Judges are pseudonyms that hold in this study only. What they told of themselves is given
in groups, and not at all where fewer than {smallest} people share it. Ids of platforms, addresses and comments are
left out. Reasons are as judges wrote them, and times are exact: keep that in mind before you publish them.

**What should it not be used for?** To find out who somebody is. Judgements are not independent: intervals should be
clustered by judge and by stimulus.

**What is missing?**

{left_out}
"""


def write_readme(facts: Facts) -> str:
    """The README."""
    tables = "\n".join(f"| `{table.name}` | {facts.rows[table.name]:,} | {table.meaning} |" for table in TABLES)
    return README.format(
        title=facts.study.title,
        sentence=facts.sentence,
        day=facts.at.date().isoformat(),
        slug=facts.study.slug,
        state=facts.study.get_state_display().lower(),
        pictures="\n- `pictures/`: the pictures, named by their SHA-256." if facts.pictures else "",
        tables=tables,
        left_out=write_list(facts.left_out),
    )


def write_datasheet(facts: Facts) -> str:
    """The datasheet."""
    begin, end = facts.time_frame
    return DATASHEET.format(
        labels=" ".join(facts.labels),
        judgements=facts.rows["judgements"],
        visits=facts.rows["assignments"],
        begin=begin,
        end=end,
        smallest=facts.smallest,
        left_out=write_list(facts.left_out),
        **{name: facts.rows[name] for name in ("responses", "stimuli", "agents")},
    )


def write_list(sentences: Sequence[str]) -> str:
    """Sentences as a list."""
    return "\n".join(f"- {sentence}" for sentence in sentences)


def write_codebook() -> str:
    """Every column of every table, for people."""
    parts = ["# Codebook\n"]
    for table in TABLES:
        parts.append(f"## {table.name}\n\n{table.meaning}\n\n| column | kind | unit | values | meaning |")
        parts.append("|---|---|---|---|---|")
        parts += [write_column(column) for column in table.columns]
        parts.append("")
    return "\n".join(parts)


def write_column(column: Column) -> str:
    """The line of one column."""
    codes = ", ".join(code or "(empty text)" for code in column.codes)
    return f"| `{column.name}` | {column.kind} | {column.unit} | {codes} | {column.meaning} |"


def describe_codebook() -> dict[str, list[dict[str, object]]]:
    """The same for programs."""
    return {table.name: describe_columns(table) for table in TABLES}


def describe_columns(table: Table) -> list[dict[str, object]]:
    """The columns of one table."""
    return [
        {
            "name": column.name,
            "kind": column.kind,
            "unit": column.unit,
            "values": list(column.codes),
            "meaning": column.meaning,
        }
        for column in table.columns
    ]
