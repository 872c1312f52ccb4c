"""The spectral residual of a picture, with the contrast of its colors added."""

import numpy as np
from scipy.ndimage import gaussian_filter, uniform_filter

from agents.ai_agents.base import Pixels
from agents.ai_agents.saliency.maps import PRESENCE, Map, scale_to_one

SIDE = 64  # the spectral residual wants a small picture: what stands out is seen at arm's length


def find_spectral_residual(gray: Map) -> Map:
    """The saliency map of Hou and Zhang (2007): what the log spectrum of a picture has beyond its local average."""
    spectrum = np.fft.fft2(gray)
    log_amplitude = np.log(np.abs(spectrum) + PRESENCE)
    residual = log_amplitude - uniform_filter(log_amplitude, size=3, mode="wrap")
    saliency = np.abs(np.fft.ifft2(np.exp(residual + 1j * np.angle(spectrum)))) ** 2
    smooth: Map = gaussian_filter(saliency, sigma=2.5)
    return smooth


def find_color_contrast(pixels: Pixels) -> Map:
    """Center minus surround of the two opponent colors (Itti, Koch and Niebur 1998), at one scale."""
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    opponents = (red - green, blue - (red + green) / 2)
    contrasts: list[Map] = [np.abs(gaussian_filter(one, 1) - gaussian_filter(one, 8)) for one in opponents]
    return contrasts[0] + contrasts[1]


def map_by_spectrum(pixels: Pixels) -> Map:
    """The spectral residual of the gray picture plus its color contrast; cells from 0 to 2."""
    return scale_to_one(find_spectral_residual(pixels.mean(axis=2))) + scale_to_one(find_color_contrast(pixels))
