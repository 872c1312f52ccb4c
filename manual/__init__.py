"""The documents as a site: what of it is made from the code when it is built, so that it cannot be out of step."""
