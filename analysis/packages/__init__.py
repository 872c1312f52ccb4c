"""Data packages: everything that a study's report needs, in one file for archives and other machines."""

FORMAT = "turing-study"
VERSION = 1  # of the format; a reader refuses what is newer than itself
MOST_PEOPLE = 1000  # that a smallest group may be set to
SMALLEST_GROUP = 5  # people who share what they told of themselves; of fewer it is not told
PREREGISTRATION = "preregistration.json"  # the member with the plan, where one was locked
