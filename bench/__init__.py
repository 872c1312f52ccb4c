"""Speed, each figure beside a bare counterpart measured in the same run: `python -m bench [NAME ...]`."""
