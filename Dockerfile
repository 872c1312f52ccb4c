# One image for the web process, the worker and the clock; docker-compose.yml says which of them a container is.
# The locked packages are put together in a stage of its own: what installs them is not in the image that runs.
FROM python:3.12-slim AS packages

COPY requirements.lock .
RUN python -m venv --without-pip /packages \
    && pip --python /packages/bin/python install --no-cache-dir --no-deps --require-hashes -r requirements.lock

FROM python:3.12-slim

# What the programs write lies in VAR_DIR, a volume; what belongs to the image must not, or a newer image would not bring it.
ENV PATH=/packages/bin:$PATH PYTHONUNBUFFERED=1 VAR_DIR=/var/lib/turing STATIC_ROOT=/app/collected
WORKDIR /app
# Nothing can be installed into what runs.
RUN pip uninstall --yes --quiet --root-user-action=ignore pip

COPY --from=packages /packages /packages
COPY manage.py ./
COPY turingapp turingapp
COPY agents agents
COPY judging judging
COPY analysis analysis
COPY templates templates
COPY static static

# The image is read-only where it runs, so what Python compiles is compiled here.
RUN useradd --system --uid 10001 turing \
    && mkdir -p "$VAR_DIR/media" \
    && python -m compileall -q turingapp agents judging analysis \
    && SECRET_KEY=only-to-collect-files PERSON_KEY_SECRET=only-to-collect-files python manage.py collectstatic --noinput \
    && chown -R turing "$VAR_DIR"
USER turing

EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--blocking-threads", "4", "--respawn-failed-workers", "--workers-kill-timeout", "8", "turingapp.wsgi:application"]
