# The service also runs on Node 20.19 and 22.
ARG NODE_VERSION=24

# Packages come before the source in each stage, so that a change of the source installs nothing again.
FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
# What `storefront --version` prints behind the version: docker build --build-arg COMMIT=$(git rev-parse --short=8 HEAD) .
ARG COMMIT=
RUN COMMIT=$COMMIT npm run prepare

FROM node:${NODE_VERSION}-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/trim-packages.mjs scripts/
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts && node scripts/trim-packages.mjs

FROM node:${NODE_VERSION}-slim
LABEL org.opencontainers.image.title="storefront-gateway" \
  org.opencontainers.image.description="A public GraphQL and REST API for published online stores" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# `exec` makes Node process 1, which gets the signals. SECRETS_FILE is how Docker and Kubernetes hand secrets over.
RUN printf '%s\n' '#!/bin/sh' \
    'if [ -z "$SECRETS" ] && [ -n "$SECRETS_FILE" ]; then SECRETS=$(cat "$SECRETS_FILE") || exit; export SECRETS; fi' \
    'exec node --max-semi-space-size=24 /app/dist/cli.mjs "$@"' > /usr/local/bin/storefront \
  && chmod 755 /usr/local/bin/storefront \
  && install -d -o node -g node -m 700 /data
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY examples examples
COPY prisma/migrations prisma/migrations
COPY --from=build /app/dist dist

# The base image's user `node`, as a number: Kubernetes' runAsNonRoot cannot tell from a name.
USER 1000:1000
# The embedded database and the generated secrets, while DATABASE_URL is not set.
VOLUME /data
EXPOSE 4000
# Docker's health decides who gets traffic and what may start after it, so it asks /readyz: with the database.
# A supervisor that kills what is unhealthy should ask /healthz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["storefront"]
CMD ["serve"]
