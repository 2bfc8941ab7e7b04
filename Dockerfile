# The product as one image. It needs a Postgres beside it: see compose.yaml.
# The version of Node is the one of package.json; a test compares them.

FROM node:26.10.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# No package's own script is needed. Optional ones hold what belongs to this system, such as the picture decoder.
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM packages AS build
COPY . .
RUN node --input-type=module -e "const { ensureBuild } = await import('./scripts/build.ts'); await ensureBuild()"
# What only building and testing need stays here.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26.10.0-bookworm-slim AS product
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# The program belongs to root: a fault in it can't change it. It writes to /data alone.
COPY --from=build /app ./
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
# Without npm in between, SIGTERM reaches the product, which then closes in order.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.ts"]
