"""Words by which somebody says, or lets slip, what they are; looked for in what humans and AI agents wrote alike."""

import re
from collections.abc import Iterable

PHRASES: dict[str, str] = {
    "says it is an AI": r"\b(as|i'?m|i am|being|just) (an? )?(ai|a\.i\.|artificial intelligence|"
    r"(large )?language model|(chat)?bot|robot|computer program|machine|virtual assistant|ai assistant)\b",
    "speaks of a language model": r"\b(language model|neural network|training data|trained (on|by)|"
    r"knowledge cut-?off)\b",
    "says it is human": r"\b(i'?m|i am|as) (a |an )?(real |actual )?(human|person|human being)\b",
    "refuses": r"\b(i'?m sorry,? but|i apologi[sz]e,? but|i can(no|')t (help|assist|answer|do that|provide|fulfil)|"
    r"i (am|'m) (not able|unable) to (help|assist|answer|provide)|i don'?t have (personal )?(feelings|opinions|a body|"
    r"experiences|preferences))\b",
    "is helpful by habit": r"\b(how (can|may) i (help|assist) you|is there anything else|happy to help|certainly!|"
    r"great question)",
    "names a model or its maker": r"\b(chat ?gpt|gpt-?[0-9]\w*|open ?ai|anthropic|claude|llama-?[0-9]*|gemini|bard|"
    r"copilot|mistral|blender ?bot|davinci|curie|alexa|siri|cortana)\b",
    "is an error text": r"(traceback \(most recent|\bhttp(error)? ?[45]\d\d\b|\brate limit|\btimed? ?out\b|"
    r"\bnullpointer|\bundefined\b|\bnan\b|\[object object\]|\bexception:|\berror:|\binternal server error\b|"
    r"<\|?(end|start|im_|endoftext)|</?s>|\[/?(inst|unk|pad|sep|cls)\]|\b__\w+__\b)",
    "is mark-up": r"(\*\*\w|^#{1,6} \w|</?(b|i|p|br|div|span|html)\b[^>]*>|```|\\n|&(amp|lt|gt|quot|#\d+);)",
}
_COMPILED = {name: re.compile(pattern, re.IGNORECASE | re.MULTILINE) for name, pattern in PHRASES.items()}
# One look for all of them: few texts have any.
_ANY = re.compile("|".join(f"(?:{pattern})" for pattern in PHRASES.values()), re.IGNORECASE | re.MULTILINE)
SHORTEST_NAME = 4
# Words that stand in agents' titles and mean nothing by themselves.
COMMON = frozenset({"human", "model", "images", "vision"})


def find_phrases(texts: Iterable[str], names: re.Pattern[str] | None) -> set[str]:
    """Which kinds of phrase the texts hold; `names` are those of the pool's own AI agents."""
    found: set[str] = set()
    for text in texts:
        plain = text.replace("\u2019", "'")
        if _ANY.search(plain):
            found.update(f"phrase:{name}" for name, pattern in _COMPILED.items() if pattern.search(plain))
        if names and names.search(plain):
            found.add("phrase:names an AI agent of this pool")
    return found


def match_names(titles: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern for the names of these agents, where they are no common words."""
    words = {word for title in titles for word in re.findall(r"[A-Za-z][\w-]*\d[\w.-]*|[A-Z]\w*[A-Z]\w*", title)}
    kept = sorted(word for word in words if len(word) >= SHORTEST_NAME and word.lower() not in COMMON)
    return re.compile(rf"\b({'|'.join(map(re.escape, kept))})\b", re.IGNORECASE) if kept else None
