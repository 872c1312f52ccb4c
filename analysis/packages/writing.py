"""Packing a study: all its tables and texts in one file, which is there whole or not at all."""

import json
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from agents.media_store import fetch_media
from analysis.packages import FORMAT, PREREGISTRATION, SMALLEST_GROUP, VERSION
from analysis.packages.chunking import Tell, tell_nobody
from analysis.packages.croissant import describe_croissant, describe_psych_ds
from analysis.packages.documents import describe_codebook, write_codebook, write_datasheet, write_readme
from analysis.packages.facts import Facts, list_labels, write_time
from analysis.packages.gathering import gather_tables
from analysis.packages.left_out import list_left_out
from analysis.packages.reading_answers import find_digests, find_media, select_stimuli
from analysis.packages.snapshot import hold_snapshot
from analysis.packages.spooling import PLACES
from analysis.packages.zipping import PackageFile
from judging.models import Study
from judging.models.preregistrations import find_preregistration

MODELS = Path(__file__).parent / "models.R"
RECOMPUTE = Path(__file__).parent / "recompute"


def write_package(
    study: Study,
    path: Path,
    *,
    at: datetime,
    with_media: bool = False,
    smallest: int = SMALLEST_GROUP,
    tell: Tell = tell_nobody,
) -> dict[str, Any]:
    """Write a study's package to `path`, replacing what is there; return its manifest. Raises OSError."""
    files = fetch_pictures(study) if with_media else {}
    with TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as name, hold_snapshot():
        folder = Path(name)
        gathered = gather_tables(study, folder, smallest=smallest, tell=tell)
        pictures = dict(list_pictures(study))
        there = {digest: files[media] for digest, media in pictures.items() if media in files}
        missing = len(pictures) - len(there)
        left_out = [*list_left_out(study, smallest=smallest, pictures=missing), *gathered.left_out]
        versions = tuple(study.protocols.order_by("version").values_list("version", flat=True))
        facts = Facts(study, at, gathered.rows, list_labels(study), left_out, smallest, len(there), versions)
        with closing(PackageFile(folder / "package.zip")) as package:
            add_tables(package, folder)
            for digest, file in there.items():
                package.add_file(f"pictures/{digest}.jpg", file)
            add_texts(package, facts)
            manifest = describe_manifest(package, facts)
            package.add_text("manifest.json", write_document(manifest))
        (folder / "package.zip").replace(path)
    return manifest


def add_tables(package: PackageFile, folder: Path) -> None:
    """Add the files of all tables, each deleted once it is in."""
    for place in PLACES.values():
        for path in sorted((folder / place).parent.glob("*.*")):
            package.add_file(path.relative_to(folder).as_posix(), path)
            path.unlink()


def add_texts(package: PackageFile, facts: Facts) -> None:
    """Add what tells about the tables, and the scripts."""
    for protocol in facts.study.protocols.order_by("version"):
        text = yaml.safe_dump(protocol.document, allow_unicode=True, sort_keys=False, width=100)
        package.add_text(f"protocols/version-{protocol.version}.yaml", text)
    if (locked := find_preregistration(facts.study.slug)) is not None:
        told = {"document": locked.document, "sha256": locked.sha256, "locked_at": write_time(locked.locked_at)}
        package.add_text(PREREGISTRATION, write_document(told))
    package.add_text("README.md", write_readme(facts))
    package.add_text("datasheet.md", write_datasheet(facts))
    package.add_text("codebook.md", write_codebook())
    package.add_text("codebook.json", write_document(describe_codebook()))
    package.add_text("dataset_description.json", write_document(describe_psych_ds(facts)))
    package.add_file(f"scripts/{MODELS.name}", MODELS)
    for script in sorted(RECOMPUTE.glob("*.py")):
        package.add_file(f"recompute/{script.name}", script)
    package.add_text("croissant.json", write_document(describe_croissant(facts, package.digests)))


def describe_manifest(package: PackageFile, facts: Facts) -> dict[str, Any]:
    """What the package holds, to be checked by whoever reads it."""
    study = facts.study
    times = {"created_at": study.created_at, "opened_at": study.opened_at, "closed_at": study.closed_at}
    protocols = study.protocols.order_by("version").values_list("version", "created_at")
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": write_time(facts.at),
        "study": {
            "slug": study.slug,
            "title": study.title,
            "task": study.task,
            "label": study.label,
            "is_simulated": study.is_simulated,
            **{name: write_time(time) if time else None for name, time in times.items()},
        },
        "labels": list(facts.labels),
        "protocols": [{"version": version, "created_at": write_time(at)} for version, at in protocols],
        "rows": dict(facts.rows),
        "smallest_group": facts.smallest,
        "pictures": facts.pictures,
        "left_out": list(facts.left_out),
        "members": [{"name": one.name, "bytes": one.bytes, "sha256": one.sha256} for one in package.members],
    }


def fetch_pictures(study: Study) -> dict[str, Path]:
    """The files of the pictures by id, as far as they are there; asked for before a transaction begins."""
    files = {}
    for _, media in list_pictures(study):
        with suppress(FileNotFoundError):
            files[media] = fetch_media(media)
    return files


def list_pictures(study: Study) -> Iterator[tuple[str, str]]:
    """The digest and the id of each picture that the study could show."""
    payloads = select_stimuli(study).values_list("payload", flat=True)
    ids = [media for payload in payloads.iterator() for media in find_media(payload)]
    for media, digest in sorted(find_digests([{"": {"media": one}} for one in ids]).items()):
        yield digest, media


def write_document(value: Any) -> str:
    """A value as readable JSON."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
