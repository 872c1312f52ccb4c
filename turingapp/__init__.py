"""The project package: settings, addresses, errors, plug-ins, and the workplace on top."""
