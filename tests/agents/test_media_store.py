"""Pictures in a folder and in a bucket: the same content, all of it or nothing, and errors that say what is wrong."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pytest_django.fixtures import Settings

from agents.media import store_content
from agents.media_links import address_picture
from agents.media_store import drop_media, fetch_media, has_media, read_media, write_media
from agents.models import Media
from tests.buckets import LocalBucket, running_bucket
from tests.full_disks import small_files
from turingapp.errors import PermanentServiceError, StorageFull, StoreAway

pytestmark = pytest.mark.django_db
ID = "0" * 32


@pytest.fixture
def bucket(settings: Settings) -> Iterator[LocalBucket]:
    with running_bucket(settings) as bucket:
        yield bucket


def draw() -> bytes:
    content = BytesIO()
    Image.effect_noise((300, 200), 80).save(content, "PNG")
    return content.getvalue()


def list_folder(settings: Settings) -> list[Path]:
    return sorted(Path(settings.MEDIA_ROOT).glob("*"))


@pytest.mark.long
def test_the_same_is_kept_in_a_folder_and_in_a_bucket_under_the_same_digest(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SESSION_TOKEN", "of-another-account")
    drawn = draw()
    in_folder, _ = store_content(drawn, "picture.png")
    kept = read_media(in_folder.id)
    digest = in_folder.source_digest
    Media.objects.all().delete()
    with running_bucket(settings) as bucket:
        in_bucket, _ = store_content(drawn, "picture.png")
        assert (in_bucket.source_digest, read_media(in_bucket.id)) == (digest, kept)
        # Nothing is told by the object's name but the picture's random id.
        assert bucket.objects == {f"{in_bucket.id}.jpg": kept}
        assert bucket.types == {f"{in_bucket.id}.jpg": "image/jpeg"}
        assert store_content(drawn, "again.png")[0] == in_bucket
        assert len(bucket.objects) == 1


@pytest.mark.long
def test_browsers_ask_us_and_we_ask_the_bucket_once(client: Client, bucket: LocalBucket, settings: Settings) -> None:
    media, _ = store_content(draw(), "picture.png")
    bucket.asked.clear()
    answers = [client.get(address_picture(media.id, at=timezone.now())) for _ in range(3)]
    assert {answer.content for answer in answers} == set(bucket.objects.values())
    assert bucket.asked == [f"GET {media.id}.jpg"]
    # Of what the bucket says of itself and of the time of the upload nothing is passed on.
    assert not {"last-modified", "etag", "location"} & {name.lower() for name in answers[0].headers}
    assert [path.name for path in list_folder(settings)] == [f"{media.id}.jpg"]
    list_folder(settings)[0].unlink()
    assert client.get(address_picture(media.id, at=timezone.now())).status_code == 200
    drop_media(media.id)
    assert not bucket.objects
    assert client.get(address_picture(media.id, at=timezone.now())).status_code == 404


@pytest.mark.long
def test_small_pictures_of_the_workplace_are_made_from_a_bucket_too(staff: Client, bucket: LocalBucket) -> None:
    media, _ = store_content(draw(), "picture.png")
    answer = staff.get(reverse("workplace:thumbnail", args=[media.id]))
    with Image.open(BytesIO(answer.content)) as small:
        assert (small.format, small.size) == ("JPEG", (192, 128))
    assert bucket.asked[-1] == f"GET {media.id}.jpg"


@pytest.mark.long
def test_pictures_of_a_bucket_are_shown_where_no_copy_finds_room(client: Client, bucket: LocalBucket) -> None:
    media, _ = store_content(draw(), "picture.png")
    with small_files(1000):
        answer = client.get(address_picture(media.id, at=timezone.now()))
    assert answer.content == bucket.objects[f"{media.id}.jpg"]


@pytest.mark.long
def test_what_the_bucket_lacks_is_no_picture(bucket: LocalBucket) -> None:
    assert not has_media(ID)
    for ask in (fetch_media, read_media):
        with pytest.raises(FileNotFoundError, match="pictures"):
            ask(ID)
    drop_media(ID)


@pytest.mark.long
def test_an_agent_that_looks_finds_pictures_of_a_bucket_and_those_that_lie_elsewhere(
    bucket: LocalBucket, tmp_path: Path
) -> None:
    content = draw()
    write_media(ID, content)
    assert fetch_media(ID).read_bytes() == content
    (tmp_path / "elsewhere.jpg").write_bytes(content)
    assert fetch_media(str(tmp_path / "elsewhere")).read_bytes() == content


@pytest.mark.long
def test_a_bucket_that_fails_for_now_asks_the_browser_to_come_again(client: Client, bucket: LocalBucket) -> None:
    media, _ = store_content(draw(), "picture.png")
    address = address_picture(media.id, at=timezone.now())
    bucket.status = 503
    answer = client.get(address)
    assert (answer.status_code, answer["Cache-Control"]) == (503, "no-store")
    with pytest.raises(StoreAway, match=r"The bucket pictures did not look for 0+\.jpg"):
        has_media(ID)
    bucket.status = 0
    assert client.get(address).status_code == 200


@pytest.mark.long
def test_a_bucket_that_is_not_there_is_away(settings: Settings) -> None:
    with running_bucket(settings):
        pass
    settings.MEDIA_BUCKET = "pictures"  # its server has ended
    with pytest.raises(StoreAway, match="did not answer when asked to write"):
        write_media(ID, b"content")


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "says"), [({"MEDIA_BUCKET": "other"}, "NoSuchBucket"), ({"MEDIA_ACCESS_KEY_ID": "no"}, "AccessDenied")]
)
def test_a_wrong_name_or_key_is_no_missing_picture(
    change: dict[str, str], says: str, bucket: LocalBucket, settings: Settings
) -> None:
    for name, value in change.items():
        setattr(settings, name, value)
    with pytest.raises(PermanentServiceError, match=says):
        read_media(ID)
    answer = Client().get("/ready")
    assert answer.status_code == 503
    assert "bucket" in answer.json()["pictures"]


def test_on_a_full_disk_nothing_is_half_kept(settings: Settings) -> None:
    with small_files(1000), pytest.raises(StorageFull, match=r"no room left on the server \(in media\)"):
        store_content(draw(), "picture.png")
    assert not Media.objects.exists()
    assert list_folder(settings) == []
    assert store_content(draw(), "picture.png")[1] == ()


def test_a_folder_that_cannot_be_is_told_to_whoever_asks_whether_all_is_ready(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    assert client.get("/ready").json()["pictures"] == "ok"
    (tmp_path / "file").touch()
    settings.MEDIA_ROOT = tmp_path / "file" / "media"
    assert client.get("/ready").json()["pictures"] == "The folder of pictures cannot be made (Not a directory)."
