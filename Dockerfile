# syntax=docker/dockerfile:1
# One image for servers and workers, made from the release (npm run release): it runs as nobody in particular and
# writes nothing but what it is given a volume for (/data: erasures, keys of drafts without DRAFT_KEYS).
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS release
WORKDIR /app
COPY package.json package-lock.json prisma.config.ts ./
COPY tools/generate-prisma-client.mjs tools/
COPY tools/pinned-node tools/pinned-node
COPY prisma prisma
RUN npm ci
COPY . .
# The image has a Node of its own.
RUN npm run release && rm -r release/matricula/node_modules/.bin

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=release /app/release/matricula ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# As npm start does, without npm between Docker and the primary: SIGTERM and SIGUSR2 are the primary's.
CMD ["node", "--max-old-space-size=256", "--max-semi-space-size=16", "--import", "./tools/sources.mjs", "server/start.ts"]
