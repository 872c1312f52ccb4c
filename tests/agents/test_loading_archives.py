"""Pictures from a ZIP archive: unsafe files are put aside with a line each, and harm no other."""

import io
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from agents import loading_sources
from agents.loading_sources import Archive
from agents.models import Stimulus
from tests.agents.files import bring_stimuli, write
from turingapp.errors import InvalidPayload

pytestmark = pytest.mark.django_db

ROWS = "key,image\na,a.png\nb,b.png\n"


def draw(color: str) -> bytes:
    """A small picture file."""
    buffer = io.BytesIO()
    Image.new("RGB", (8, 6), color).save(buffer, "PNG")
    return buffer.getvalue()


def make_archive(folder: Path, *extra: tuple[str | zipfile.ZipInfo, bytes], top: str = "") -> Path:
    """An archive of two good pictures and something more."""
    path = folder / "pictures.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (*extra, (f"{top}a.png", draw("red")), (f"{top}b.png", draw("blue"))):
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("top", ["", "pictures/"])
def test_pictures_are_found_in_an_archive_with_or_without_a_folder(tmp_path: Path, top: str) -> None:
    archive = make_archive(tmp_path, ("__MACOSX/a.png", b"x"), top=top)
    result = bring_stimuli(write(tmp_path, "s.csv", ROWS), "color", media=archive)
    assert (result.refused, result.put_aside, Stimulus.objects.filter(has_picture=True).count()) == ([], [], 2)


def make_link(name: str) -> zipfile.ZipInfo:
    """The entry of a symbolic link."""
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    ("entry", "content", "rule"),
    [
        ("../outside.png", b"x", "its name leads out of the archive"),
        ("/etc/outside.png", b"x", "its name leads out of the archive"),
        ("x\\..\\..\\outside.png", b"x", "its name leads out of the archive"),
        ("C:/outside.png", b"x", "its name leads out of the archive"),
        (make_link("link.png"), b"/etc/passwd", "it is a link, not a file"),
        ("inner.zip", b"PK\x05\x06" + b"\x00" * 18, "it is an archive within the archive"),
        ("bomb.png", b"\x00" * 2**22, "it unpacks to more than 100 times its size"),
    ],
)
def test_an_unsafe_file_is_put_aside_and_the_others_are_used(
    tmp_path: Path, entry: str | zipfile.ZipInfo, content: bytes, rule: str
) -> None:
    archive = make_archive(tmp_path, (entry, content))
    result = bring_stimuli(write(tmp_path, "s.csv", ROWS), "color", media=archive, strict=True)
    [problem] = result.put_aside
    assert rule in problem.rule
    assert problem.where.startswith("pictures.zip, ")
    assert (result.loaded, Stimulus.objects.filter(has_picture=True).count()) == (2, 2)
    assert list(tmp_path.parent.glob("**/outside.png")) == []


def test_a_row_that_names_an_unsafe_file_is_refused_alone(tmp_path: Path) -> None:
    archive = make_archive(tmp_path, (make_link("c.png"), b"/etc/passwd"))
    result = bring_stimuli(write(tmp_path, "s.csv", f"{ROWS}c,c.png\n"), "color", media=archive)
    assert [str(problem) for problem in result.refused] == ["s.csv, line 4: image is 'c.png': it is a link, not a file"]
    assert result.loaded == 2


def test_an_encrypted_file_is_put_aside(tmp_path: Path) -> None:
    path = make_archive(tmp_path, ("secret.png", draw("green")))
    content = bytearray(path.read_bytes())
    content[6] |= 1  # the flag of the first file's own header, and of its line in the directory (APPNOTE 4.4.4)
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert [problem.rule for problem in Archive(path).problems] == [
        "it is encrypted; archive the pictures without a password"
    ]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_stands_twice_is_put_aside(tmp_path: Path) -> None:
    archive = make_archive(tmp_path, ("a.png", draw("green")))
    assert [problem.rule for problem in Archive(archive).problems] == ["each name should stand once"]


def break_bytes(content: bytes) -> bytes:
    """The same archive with its first file's data changed, so that its checksum is wrong."""
    place = content.index(b"a.png") + 20
    return content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :]


def test_a_file_with_a_wrong_checksum_is_refused_alone(tmp_path: Path) -> None:
    archive = make_archive(tmp_path)
    archive.write_bytes(break_bytes(archive.read_bytes()))
    result = bring_stimuli(write(tmp_path, "s.csv", ROWS), "color", media=archive)
    assert (result.loaded, [problem.where for problem in result.refused]) == (1, ["s.csv, line 2"])
    assert "it cannot be unpacked" in result.refused[0].rule


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda content: content[:-9], "it should be a ZIP file"),
        (lambda content: b"not an archive", "it should be a ZIP file"),
        (lambda content: b"", "it should be a ZIP file"),
    ],
)
def test_an_archive_that_cannot_be_read_is_refused(tmp_path: Path, change: Callable[[bytes], bytes], rule: str) -> None:
    archive = make_archive(tmp_path)
    archive.write_bytes(change(archive.read_bytes()))
    with pytest.raises(InvalidPayload, match=rule):
        bring_stimuli(write(tmp_path, "s.csv", ROWS), "color", media=archive)


@pytest.mark.parametrize(("limit", "rule"), [("MOST_FILES", "at most 1 are read"), ("MOST_TOTAL", "GB are read")])
def test_an_archive_of_too_many_or_too_large_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, rule: str
) -> None:
    monkeypatch.setattr(loading_sources, limit, 1)
    with pytest.raises(InvalidPayload, match=rule):
        Archive(make_archive(tmp_path))


def test_a_file_that_lies_about_its_size_is_not_unpacked_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_archive(tmp_path, ("big.png", bytes(range(256)) * 64))
    monkeypatch.setattr(loading_sources, "MOST_BYTES", 1000)
    content = bytearray(path.read_bytes())
    place = content.index(b"PK\x01\x02") + 24  # the size, unpacked, in the directory (APPNOTE 4.3.12)
    content[place : place + 4] = (900).to_bytes(4, "little")
    path.write_bytes(content)
    with pytest.raises(InvalidPayload):
        Archive(path).read("big.png")


def test_a_link_in_a_folder_that_leads_out_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "a.png").symlink_to("/etc/passwd")
    result = bring_stimuli(write(tmp_path, "s.csv", ROWS), "color", media=folder)
    assert [problem.rule for problem in result.refused] == ["it should name a file inside the media folder"]
