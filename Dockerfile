# The server with the embedded page: a full build stage, then a small image that runs as the unprivileged user `trid`.
# Pin the images with `--build-arg RUST_IMAGE=rust@sha256:...`.
ARG RUST_IMAGE=rust:1.95.0-slim-trixie
ARG DEBIAN_IMAGE=debian:13.1-slim

FROM $RUST_IMAGE AS build
RUN apt-get update && apt-get install --yes --no-install-recommends nodejs npm gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
# Use the image's toolchain instead of downloading the one in rust-toolchain.toml.
ENV RUSTUP_TOOLCHAIN=$RUST_VERSION
RUN rustup target add wasm32-unknown-unknown
WORKDIR /trid
COPY . .
RUN cargo xtask site && cargo build --release --locked --package trid

FROM $DEBIAN_IMAGE
RUN useradd --system --home-dir /data trid && install --directory --owner=trid --group=trid /data
COPY --from=build /trid/target/release/trid /usr/local/bin/trid
COPY --from=build /trid/web/public/licenses.txt /trid/LICENSE-APACHE /trid/LICENSE-MIT /licenses/
USER trid
VOLUME /data
EXPOSE 8080
ENV TRID_ADDR=0.0.0.0:8080 TRID_LOG=json
CMD ["trid", "serve", "--data", "/data"]
