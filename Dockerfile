# Builds the program, and copies it into a small Debian image. See docs/operate/install-container.md.
#   docker build -t ravenpost .
#   docker run -p 127.0.0.1:8080:8080 -v ravenpost:/data --env-file mail.env ravenpost
# scripts/release makes an image without Docker.
#
# The image listens on all addresses, so it does not start without a mail relay: with a local outbox,
# anyone who can reach the server could sign in as any player. mail.env needs at least:
#   RAVENPOST__SERVER__BASE_URL=https://games.example.org
#   RAVENPOST__MAIL__TRANSPORT=smtp
#   RAVENPOST__MAIL__SMTP_HOST=relay.example.org
#   RAVENPOST__MAIL__FROM=Ravenpost <raven@games.example.org>
#   RAVENPOST__MAIL__ADMIN=you@example.org
# To try it on this machine, without email. Anyone who can reach the port can sign in:
#   docker run --rm -p 127.0.0.1:8080:8080 -e RAVENPOST__MAIL__PUBLIC_OUTBOX=true ravenpost demo

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends gcc libc6-dev make \
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
COPY LICENSE-MIT LICENSE-APACHE contrib/copyright /usr/share/doc/ravenpost/
# A new volume gets the owner of this folder.
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
