"""Arrays kept in files: whoever reads sees all of one or nothing."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np
from numpy.typing import NDArray


def keep_array(path: Path, values: NDArray[np.generic]) -> None:
    """Write beside, then rename."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        np.save(file, values)
    os.replace(file.name, path)
