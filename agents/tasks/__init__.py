"""The six tasks. A new one costs one file here, one partial in templates/tasks/, and one line in this list."""

from agents.tasks.association import WordAssociation
from agents.tasks.attention import AttentionPrediction
from agents.tasks.base import Task
from agents.tasks.captioning import ImageCaptioning
from agents.tasks.color import ColorEstimation
from agents.tasks.conversation import Conversation
from agents.tasks.objects import ObjectDetection
from turingapp.plugins import Registry

TASKS: Registry[Task] = Registry(
    "task",
    [
        ColorEstimation(),
        ObjectDetection(),
        AttentionPrediction(),
        ImageCaptioning(),
        WordAssociation(),
        Conversation(),
    ],
)
