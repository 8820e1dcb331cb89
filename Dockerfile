# docker build --tag ludotheque . && docker run --rm --publish 8080:8080 --volume ludotheque:/data ludotheque
FROM python:3.11-slim AS build
WORKDIR /build
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src src
RUN python -m venv /opt/ludotheque \
 && /opt/ludotheque/bin/pip install --no-cache-dir --constraint constraints.txt '.[hosting]'

FROM python:3.11-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin ludotheque \
 && install --directory --owner ludotheque --mode 0700 /data
COPY --from=build /opt/ludotheque /opt/ludotheque
ENV PATH=/opt/ludotheque/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    LUDOTHEQUE_CACHE=/data/cache \
    LUDOTHEQUE_DATABASE=sqlite:////data/tables.db \
    LUDOTHEQUE_HOST=0.0.0.0
USER ludotheque
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8080/health', timeout=4)"]
CMD ["ludotheque", "serve"]
