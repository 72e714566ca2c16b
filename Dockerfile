# The site in an image: built once, run with what the environment says. docs/containers.md tells how to use it.
ARG NODE_VERSION=22

# Has what npm wants to look at better-sqlite3 with, whether there is anything to compile or not.
FROM node:${NODE_VERSION}-bookworm AS build
WORKDIR /site
ENV STRAPI_TELEMETRY_DISABLED=true

# The packages in a layer of their own: they change less often than the sources.
COPY .npmrc package.json package-lock.json ./
COPY src/plugins/bot/package.json src/plugins/bot/
COPY packages packages
RUN npm ci --omit=dev --no-audit --no-fund

COPY . .
# The panel is told the path that it is served under, the one of PUBLIC_URL.
ARG PUBLIC_URL=
# The build reads the settings, which want secrets. These are of no use to anybody, and end with this line.
# Strapi makes the folder of migrations at start where there is none, and here it may not.
RUN secret=only-for-this-build \
 && APP_KEYS=$secret ADMIN_JWT_SECRET=$secret API_TOKEN_SALT=$secret TRANSFER_TOKEN_SALT=$secret ENCRYPTION_KEY=$secret \
    npm run build \
 && rm -rf .cache \
 && mkdir -p dist/database/migrations

FROM node:${NODE_VERSION}-bookworm-slim
WORKDIR /site
ENV NODE_ENV=production \
    STRAPI_TELEMETRY_DISABLED=true \
    HOST=0.0.0.0 \
    PORT=1337 \
    DATABASE_FILENAME=/data/site.db \
    PUBLIC_DIR=/data/public

# The program belongs to root, so that the site cannot change it; what it writes is in /data.
COPY --from=build /site /site
RUN install --directory --owner=node --group=node /data
USER node
VOLUME /data
EXPOSE 1337

# Asks the database too. The first start makes the tables, which takes some seconds.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/bot/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Node itself is the process that gets SIGTERM: it lets running requests end, for 20 seconds at most.
CMD ["node", "dist/src/start/serve.js"]
