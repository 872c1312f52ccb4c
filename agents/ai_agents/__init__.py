"""The systems that answer by themselves. A new one costs one file here and one line in this list."""

from agents.ai_agents.azure_vision import AzureCaptions, AzureColors, AzureTags
from agents.ai_agents.base import AIAgent
from agents.ai_agents.center_walk import CenterWalk
from agents.ai_agents.clipcap import ClipCap
from agents.ai_agents.deepgaze import DeepGaze
from agents.ai_agents.detectors import Detectron2, TransformersDetector
from agents.ai_agents.eliza_chat import Eliza
from agents.ai_agents.embedding_neighbors import EmbeddingNeighbor, EndpointNeighbor
from agents.ai_agents.endpoint_model import EndpointModel
from agents.ai_agents.google_vision import GoogleColors, GoogleLabels
from agents.ai_agents.ivsn import Ivsn
from agents.ai_agents.layout_words import LayoutWords
from agents.ai_agents.local_captions import LocalCaptions
from agents.ai_agents.local_chats import Seq2SeqChat
from agents.ai_agents.local_models import CausalModel, GgufModel
from agents.ai_agents.median_cut import MeanColor, MedianCut
from agents.ai_agents.opencv_saliency import OpenCvSaliency
from agents.ai_agents.pixel_words import PixelWords
from agents.ai_agents.rekognition import Rekognition
from agents.ai_agents.saliency_paths import Gbvs, IttiKoch, SpectralSaliency
from agents.ai_agents.scripted_chat import ScriptedChat
from agents.ai_agents.topic_talk import TopicTalk
from agents.ai_agents.word_forms import CompoundWords, LetterNeighbors
from agents.ai_agents.word_neighbors import WordVectorNeighbor
from turingapp.plugins import Registry

# Simple on purpose, and the same on every machine: the sample asks all of these, and no others.
BASELINES: tuple[AIAgent, ...] = (
    MedianCut(),
    MeanColor(),
    PixelWords(),
    LayoutWords(),
    SpectralSaliency(),
    CenterWalk(),
    CompoundWords(),
    LetterNeighbors(),
    ScriptedChat(),
    TopicTalk(),
)

AI_AGENTS: Registry[AIAgent] = Registry(
    "AI agent",
    [
        *BASELINES,
        IttiKoch(),
        Gbvs(),
        OpenCvSaliency(),
        Ivsn(),
        DeepGaze(),
        EndpointModel(),
        GoogleColors(),
        AzureColors(),
        GoogleLabels(),
        AzureTags(),
        AzureCaptions(),
        Rekognition(),
        WordVectorNeighbor(),
        EmbeddingNeighbor(),
        EndpointNeighbor(),
        TransformersDetector(),
        Detectron2(),
        LocalCaptions(),
        ClipCap(),
        Eliza(),
        GgufModel(),
        CausalModel(),
        Seq2SeqChat(),
    ],
)
