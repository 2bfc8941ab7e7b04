# The product as one image of at most 350 MB. It needs a Postgres beside it: see compose.yaml.
# BASE builds it: Debian with Node and npm. SYSTEM runs it: Debian alone, with the one program of Node added.
# The version of Node is the one of package.json; a test compares them. scripts/image/build.ts builds it on bases of its own.
ARG BASE=node:26.10.0-bookworm-slim
ARG SYSTEM=debian:bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No package's own script is needed. Optional ones hold what belongs to this system, such as the picture decoder.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
# Packages and files that only building needs stay here: the written list of the others is in gather.ts.
RUN node scripts/build.ts && node scripts/image/gather.ts /product/app
# Node's program, and the library that the smallest Debian lacks.
RUN install -D -t /product/bin /usr/local/bin/node \
  && install -D -t /product/lib $(ldd /usr/local/bin/node | awk '/libatomic/ { print $3 }')

FROM ${SYSTEM} AS product
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# The program belongs to root: a fault in it can't change it. It writes to /data alone.
COPY --from=build /product/bin /usr/local/bin/
COPY --from=build /product/lib /usr/local/lib/
COPY --from=build /product/app ./
RUN ldconfig && install -d -o 1000 -g 1000 -m 700 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Without npm in between, SIGTERM reaches the product, which then closes in order.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.ts"]
