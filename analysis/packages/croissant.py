"""The package for machines: Croissant 1.0 with its responsible-AI fields, and Psych-DS."""

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.judge_groups import GROUPINGS
from analysis.packages.columns import Column, Kind, Table
from analysis.packages.facts import Facts, write_time
from analysis.packages.spooling import PLACES
from analysis.packages.tables import TABLES

# The context that the specification of Croissant 1.0 gives (docs.mlcommons.org/croissant).
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "references": "cr:references",
    **{
        name: f"cr:{name}"
        for name in (
            *("citeAs", "column", "extract", "field", "fileObject", "fileProperty", "fileSet", "format", "includes"),
            *("isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "regex", "repeated"),
            *("replace", "samplingRate", "separator", "source", "subField", "transform"),
        )
    },
}
TYPES = {
    Kind.TEXT: "sc:Text",
    Kind.NUMBER: "sc:Integer",
    Kind.REAL: "sc:Float",
    Kind.TRUTH: "sc:Boolean",
    Kind.TIME: "sc:Text",
    Kind.JSON: "sc:Text",
}


def describe_croissant(facts: Facts, digests: Mapping[str, str]) -> dict[str, Any]:
    """The Croissant description; `digests` are the SHA-256 of the files by name."""
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": facts.study.slug,
        "description": facts.sentence,
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "version": "1.0.0",
        "datePublished": write_time(facts.at)[:10],
        **describe_responsibly(facts),
        "distribution": list(list_files(digests)),
        "recordSet": [describe_table(table) for table in TABLES],
    }


def list_files(digests: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The plain CSV file of each table."""
    for table in TABLES:
        name = PLACES["csv"].format(table.name)
        yield {
            "@type": "cr:FileObject",
            "@id": name,
            "name": name,
            "contentUrl": name,
            "encodingFormat": "text/csv",
            "sha256": digests[name],
        }


def describe_table(table: Table) -> dict[str, Any]:
    """One table with its columns."""
    fields = [describe_column(table, column) for column in table.columns]
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.meaning,
        "field": fields,
    }


def describe_column(table: Table, column: Column) -> dict[str, Any]:
    """One column."""
    return {
        "@type": "cr:Field",
        "@id": f"{table.name}/{column.name}",
        "name": column.name,
        "description": column.meaning,
        "dataType": TYPES[column.kind],
        "source": {
            "fileObject": {"@id": PLACES["csv"].format(table.name)},
            "extract": {"column": column.name},
        },
    }


def describe_responsibly(facts: Facts) -> dict[str, Any]:
    """The responsible-AI fields: what was collected from whom, how it was screened, what it is not good for."""
    begin, end = facts.time_frame
    people = (
        "Judges are named by pseudonyms of this study. What they told of themselves is in groups; those that fewer "
        f"than {facts.smallest} people share are left out. Reasons are as judges wrote them."
    )
    return {
        "rai:dataCollection": "Judges saw responses one at a time and said of each whether a human or a machine gave "
        "it; which responses a judge saw was drawn at random, balanced over origins and AI agents. "
        + " ".join(facts.labels),
        "rai:dataCollectionType": ["Experiments", "Manual Human Curation"],
        "rai:dataCollectionMissingData": "Null is missing: not asked, not answered, or not measured. "
        + " ".join(facts.left_out),
        "rai:dataCollectionTimeframe": [begin, end],
        "rai:dataPreprocessingProtocol": ["Responses were normalized alike for every origin before they were shown."],
        "rai:dataAnnotationProtocol": "One verdict on each author of a response; the rules of screening were fixed "
        "before the data (protocols/, steps, exclusions).",
        "rai:annotationsPerItem": "See the table judgements; it says for each whether it passes the screening.",
        "rai:annotatorDemographics": [f"{one.title}: {', '.join(one.groups)}" for one in GROUPINGS],
        "rai:machineAnnotationTools": ["AI judges; see the table predictions"],
        "rai:personalSensitiveInformation": [people],
        "rai:dataBiases": ["Judges came through crowd platforms or links and stand for no population."],
        "rai:dataUseCases": ["Measuring how well people and AI judges tell humans from machines."],
        "rai:dataLimitations": ["Judgements of one judge, and on one stimulus, are not independent of each other."],
        "rai:dataSocialImpact": "Not to be used for finding out who a judge is, or to train systems to deceive.",
        "rai:dataReleaseMaintenancePlan": "A package is not changed; a later one has its own date and digests.",
    }


def describe_psych_ds(facts: Facts) -> dict[str, Any]:
    """The description that Psych-DS asks for beside its CSV files."""
    names = sorted({(column.name, column.meaning) for table in TABLES for column in table.columns})
    return {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": facts.study.slug,
        "description": facts.sentence,
        "schemaVersion": "Psych-DS 0.4.0",
        "dateCreated": write_time(facts.at)[:10],
        "variableMeasured": [
            {"@type": "PropertyValue", "name": name, "description": meaning} for name, meaning in names
        ],
    }
