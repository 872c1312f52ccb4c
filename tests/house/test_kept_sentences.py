"""What rows keep in English is said again in the language of a page; what nobody knows stays as it is."""

import pytest
from django.utils.translation import override

from turingapp.kept import say_kept


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("It is approved.", "已批准。"),
        ("It refused: 'I cannot'.", "它拒绝了：'I cannot'。"),
        (
            "The service refused 3 items in a row: Somewhere refused with status 401; check the key.",
            "服务连续拒绝了 3 项：Somewhere 拒绝了，状态码 401；请检查密钥。",
        ),
        (
            "MTurk refused to pay the bonus: This requester has insufficient funds",
            "MTurk 拒绝支付奖金：This requester has insufficient funds",
        ),
        ("Posting 7 is for this person alone.", "招募 7 只供此人参加。"),
        ("no usual English word: xkcd, qwop", "不是常用英文单词：xkcd, qwop"),
        ("Nothing that the catalogues know: 5.", "Nothing that the catalogues know: 5."),
        ("", ""),
    ],
)
def test_a_kept_sentence_is_said_in_the_language_of_who_reads(kept: str, said: str) -> None:
    assert say_kept(kept) == kept
    with override("zh-hans"):
        assert say_kept(kept) == said


def test_a_percent_sign_and_names_that_are_words_of_ours_stay() -> None:
    with override("zh-hans"):
        assert say_kept("Run 5 of Ready stopped: 100% (x)s") == "Ready 的运行 5 已停止：100% (x)s"
