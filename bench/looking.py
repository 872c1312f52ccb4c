"""Agents that look at pictures, beside what they cannot do without: reading a picture, Pillow's median cut, a map."""

import random
from collections.abc import Callable, Iterator
from io import BytesIO

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter, uniform_filter
from threadpoolctl import threadpool_limits

from agents.ai_agents.base import AIAgent
from agents.ai_agents.median_cut import BOXES, MedianCut
from agents.ai_agents.median_cut import SIDE as COLOR_SIDE
from agents.ai_agents.saliency.channels import SIDE as CHANNELS_SIDE
from agents.ai_agents.saliency.gbvs import map_gbvs
from agents.ai_agents.saliency.itti_koch import map_itti_koch
from agents.ai_agents.saliency.maps import Map
from agents.ai_agents.saliency.spectral import SIDE as SPECTRUM_SIDE
from agents.ai_agents.saliency_paths import Gbvs, IttiKoch, SpectralSaliency
from agents.media_store import fetch_media, write_media
from bench.measuring import Figure, compare

SHARE_OF_BARE = 0.8
PICTURES, WIDTH, HEIGHT = 8, 640, 480
COUNT = 12  # fixations
INHIBITED = 0.09

Stimulus = dict[str, object]


def measure_looking() -> Iterator[Figure]:
    """Median cut, and scanpaths over each of the maps that are computed here."""
    stimuli = [paint(number) for number in range(PICTURES)]
    yield beside("median cuts", MedianCut(), "color", stimuli, "bare Pillow", cut)
    maps: tuple[tuple[AIAgent, int, Callable[[Map], Map]], ...] = (
        (SpectralSaliency(), SPECTRUM_SIDE, map_spectrum),
        (IttiKoch(), CHANNELS_SIDE, map_itti_koch),
        (Gbvs(), CHANNELS_SIDE, map_gbvs),
    )
    for agent, side, find_map in maps:
        walker = agent.with_settings({"fewest": COUNT, "most": COUNT})
        kernel = kernel_of(side, find_map)
        yield beside(f"scanpaths of {agent.slug}", walker, "attention", stimuli, "bare map and maxima", kernel)


def beside(
    name: str, agent: AIAgent, task: str, stimuli: list[Stimulus], bare: str, kernel: Callable[[str], object]
) -> Figure:
    """The agent's answers to the pictures, beside the kernel for each."""
    paths = [str(fetch_media(f"picture-{number}")) for number in range(PICTURES)]

    def ours() -> None:
        for number, stimulus in enumerate(stimuli):
            agent.respond(task, stimulus, random.Random(number))

    def plain() -> None:
        for path in paths:
            kernel(path)

    with threadpool_limits(1):
        took, alone = compare(ours, plain, times=2)
    return Figure(f"{PICTURES} {name}", took, bare, alone, limit_ratio=1 / SHARE_OF_BARE)


def paint(number: int) -> Stimulus:
    """A picture of smooth clouds of color with some things in it."""
    rng = np.random.default_rng(number)
    clouds = gaussian_filter(rng.normal(size=(HEIGHT, WIDTH, 3)), (20, 20, 0))
    pixels = np.clip(128 + 900 * clouds, 0, 255)
    for _ in range(6):
        top, left = int(rng.integers(HEIGHT - 60)), int(rng.integers(WIDTH - 60))
        pixels[top : top + 50, left : left + 50] = rng.integers(0, 256, 3)
    content = BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(content, "JPEG", quality=88)
    write_media(f"picture-{number}", content.getvalue())
    return {"image": {"media": f"picture-{number}", "width": WIDTH, "height": HEIGHT}, "mode": "free"}


def read(path: str, side: int) -> Image.Image:
    """The picture, made small while it is decoded."""
    picture = Image.open(path)
    picture.draft("RGB", (2 * side, 2 * side))
    picture.thumbnail((side, side))
    return picture


def cut(path: str) -> object:
    """Pillow's median cut and its fullest box."""
    colors = read(path, COLOR_SIDE).quantize(BOXES, method=Image.Quantize.MEDIANCUT).getcolors()
    return max(colors or [])


def map_spectrum(pixels: Map) -> Map:
    """The spectral residual and the contrast of opponent colors, written straight."""
    spectrum = np.fft.fft2(pixels.mean(axis=2))
    logs = np.log(np.abs(spectrum) + 1e-9)
    residual = np.exp(logs - uniform_filter(logs, 3, mode="wrap") + 1j * np.angle(spectrum))
    found = gaussian_filter(np.abs(np.fft.ifft2(residual)) ** 2, 2.5)
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    first, second = red - green, blue - (red + green) / 2
    contrast = np.abs(gaussian_filter(first, 1) - gaussian_filter(first, 8))
    contrast += np.abs(gaussian_filter(second, 1) - gaussian_filter(second, 8))
    saliency: Map = found / found.max() + contrast / contrast.max()
    return saliency


def kernel_of(side: int, find_map: Callable[[Map], Map]) -> Callable[[str], object]:
    """A map, and its maxima one after another with the places around them put down."""

    def walk(path: str) -> list[int]:
        saliency = find_map(np.asarray(read(path, side), dtype=np.float64) / 255)
        height, width = saliency.shape
        y, x = np.mgrid[0:height, 0:width]
        rng = np.random.default_rng(0)
        inhibition = np.zeros_like(saliency)
        places = []
        for _ in range(COUNT):
            place = int((saliency * (1 - inhibition) + rng.normal(0, 0.02, saliency.shape)).argmax())
            row, column = divmod(place, width)
            squared = ((x - column) / width) ** 2 + ((y - row) / width) ** 2
            inhibition = np.maximum(0.9 * inhibition, np.exp(-squared / (2 * INHIBITED**2)))
            places.append(place)
        return places

    return walk
