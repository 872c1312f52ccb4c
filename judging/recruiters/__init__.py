"""The recruiters. A new one costs one file here and one line in this list."""

from judging.recruiters.base import Recruiter
from judging.recruiters.link import Link
from judging.recruiters.mturk import MTurk
from judging.recruiters.panel import Panel
from judging.recruiters.prolific import Prolific
from turingapp.plugins import Registry

RECRUITERS: Registry[Recruiter] = Registry("recruiter", [Link(), Panel(), Prolific(), MTurk()])
