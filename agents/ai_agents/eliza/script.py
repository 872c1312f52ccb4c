"""Scripts in the form that Weizenbaum gives ("ELIZA", Communications of the ACM 9(1), 1966, pages 36-45 and appendix).

A script is a list of lists. First a greeting, then the word START, then in any order:

    (WORD = OTHER)                       the word is replaced
    (WORD = OTHER 3 rules...)            a keyword of rank 3 (0 where none is given), replaced where it stands
    (WORD DLIST(/FAMILY) rules...)       the word has a tag
    (WORD (=KEY))                        the rules of another keyword
    (MEMORY WORD (decomposition = reassembly) ...)
    (NONE ((0) (reassembly) ...))        where no keyword is heard

A rule is ((decomposition) (reassembly) (reassembly) ...). In a decomposition 0 stands for any words, another number for
so many, (*A B) for one of these, (/FAMILY) for a word with that tag. In a reassembly a number is that part of what was
heard. (NEWKEY) goes on to the next keyword, (=KEY) to that one, (PRE (reassembly) (=KEY)) to it with other words.

Two things are added: lines that begin with a semicolon are comments, and TOPIC in a greeting or reassembly stands for
the topic.
"""

from agents.ai_agents.eliza.brackets import Form, read_forms, read_name, show, take_list
from agents.ai_agents.eliza.rules import MEMORY, NEWKEY, NONE, START, Keyword, Part, Reassembly, Rule, Script


def read_script(text: str) -> Script:
    """The script; raises ValueError with one sentence where it breaks the form."""
    forms = list(read_forms(text))
    if len(forms) < 3 or not isinstance(forms[0], list) or forms[1] != START:
        raise ValueError("a script begins with a greeting in brackets and the word START")
    keywords: dict[str, Keyword] = {}
    memory_key, none = "", None
    memories: tuple[Rule, ...] = ()
    for form in forms[2:]:
        if not isinstance(form, list) or not form or not isinstance(form[0], str):
            raise ValueError(f"{show(form)} should be a list that begins with a word")
        name = form[0].upper()
        if name == MEMORY:
            memory_key, memories = read_name(form[1:2], form), tuple(read_memory(one) for one in form[2:])
        elif name == NONE:
            none = read_rule(form[1] if len(form) > 1 else form)
        else:
            keywords[name] = read_keyword(name, form[1:])
    if none is None:
        raise ValueError("a script has a list (NONE ((0) (...))) for what it knows nothing of")
    check_links(keywords, none)
    return Script(read_words(forms[0]), keywords, none, memory_key, memories)


def read_keyword(name: str, rest: list[Form]) -> Keyword:
    """What follows a word in its list."""
    becomes, rank, tags, link = name, 0, frozenset[str](), ""
    rules: list[Rule] = []
    place = 0
    while place < len(rest):
        item = rest[place]
        following = rest[place + 1 : place + 2]
        if item == "=":
            becomes = read_name(following, rest)
            place += 1
        elif isinstance(item, str) and item.isdecimal():
            rank = int(item)
        elif isinstance(item, str) and item.upper() == "DLIST":
            tags = frozenset(read_name([tag], rest).removeprefix("/") for tag in take_list(following, rest))
            place += 1
        elif isinstance(item, list) and item[:1] == ["="]:
            link = read_name(item[1:2], item)
        else:
            rules.append(read_rule(item))
        place += 1
    return Keyword(becomes, rank, tags, tuple(rules), link)


def read_rule(form: Form) -> Rule:
    """A decomposition with its reassemblies."""
    if not isinstance(form, list) or len(form) < 2:
        raise ValueError(f"{show(form)} should be a rule: ((decomposition) (reassembly) ...)")
    return Rule(read_parts(form[0]), tuple(read_reassembly(one) for one in form[1:]))


def read_memory(form: Form) -> Rule:
    """A decomposition and a reassembly in one list, with an equals sign between them."""
    if not isinstance(form, list) or "=" not in form:
        raise ValueError(f"{show(form)} should be a memory: (decomposition = reassembly)")
    middle = form.index("=")
    return Rule(read_parts(form[:middle]), (Reassembly(read_words(form[middle + 1 :])),))


def read_parts(form: Form) -> tuple[Part, ...]:
    """The elements of a decomposition."""
    if not isinstance(form, list) or not form:
        raise ValueError(f"{show(form)} should be a decomposition such as (0 YOUR 0)")
    return tuple(read_part(item) for item in form)


def read_part(item: Form) -> Part:
    """One of them."""
    if isinstance(item, str):
        return Part(count=int(item)) if item.isdecimal() else Part(words=frozenset((item.upper(),)))
    names = [one.upper() for one in item if isinstance(one, str) and one != "*"]
    if names and names[0].startswith("/"):
        return Part(tags=frozenset(name.removeprefix("/") for name in names))
    if not names or not (item[0] == "*" or names[0].startswith("*")):
        raise ValueError(f"{show(item)} should be (*A B), one of these words, or (/TAG)")
    return Part(words=frozenset(name.removeprefix("*") for name in names))


def read_reassembly(form: Form) -> Reassembly:
    """Words, or where to go on."""
    items = take_list([form], form)
    if [item.upper() for item in items if isinstance(item, str)] == [NEWKEY]:
        return Reassembly(key=NEWKEY)
    if items[0] == "=":
        return Reassembly(key=read_name(items[1:2], items))
    if isinstance(items[0], str) and items[0].upper() == "PRE":
        target = take_list(items[2:3], items)
        return Reassembly(read_words(items[1]), read_name(target[1:2], items))
    return Reassembly(read_words(items))


def read_words(form: Form) -> tuple[str | int, ...]:
    """Words as they are written, numbers as numbers."""
    words = [item for item in take_list([form], form) if isinstance(item, str)]
    if len(words) < len(form):
        raise ValueError(f"{show(form)} should be words and numbers alone")
    return tuple(int(word) if word.isdecimal() else word for word in words)


def check_links(keywords: dict[str, Keyword], none: Rule) -> None:
    """Each keyword that another goes on to is there, and each number is that of a part; raises ValueError."""
    rules = [none, *(rule for keyword in keywords.values() for rule in keyword.rules)]
    targets = {reassembly.key for rule in rules for reassembly in rule.reassemblies}
    missing = (targets | {keyword.link for keyword in keywords.values()}) - set(keywords) - {"", NEWKEY}
    if missing:
        raise ValueError(f"it goes on to {', '.join(sorted(missing))}, which it has no list for")
    for rule in rules:
        for reassembly in rule.reassemblies:
            wrong = [one for one in reassembly.words if isinstance(one, int) and not 1 <= one <= len(rule.parts)]
            if wrong:
                raise ValueError(f"{wrong[0]} in ({' '.join(map(str, reassembly.words))}) is no part of its rule")
