# Two stages: build, then only the program on a small Debian.
#   docker build -t ravenpost .
#   docker run -p 8080:8080 -v ravenpost:/data ravenpost

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends gcc libc6-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --profile dist --locked --bin ravenpost \
 && cp target/dist/ravenpost /ravenpost \
 && mkdir /empty

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /ravenpost /usr/local/bin/ravenpost
# A fresh volume takes its owner from here.
COPY --from=build --chown=10001:10001 /empty /data
USER 10001:10001
ENV RAVENPOST__SERVER__BIND=0.0.0.0:8080 \
    RAVENPOST__DATA__DIR=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=10s CMD ["ravenpost", "healthcheck"]
ENTRYPOINT ["ravenpost"]
CMD ["serve"]
