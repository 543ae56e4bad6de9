# One target per image: deploy/images/images.ts lists them.
# Only basic instructions: it builds with any version of BuildKit and with the classic builder.
ARG NODE_IMAGE=node:26-bookworm-slim

# Only the manifests, so that npm runs again only when one of them has changed.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN ["node", "deploy/images/copy-manifests.ts", "/manifests"]

# One installation from the lock file for all images, without the root's tools: images use the base image's Node, not the
# package `node`. No shipped package needs an install script.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=manifests /manifests ./
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --include-workspace-root=false \
    -w services -w packages/database -w packages/demo-data -w packages/mailbox

FROM dependencies AS build
COPY . .
RUN npm run build -w services/web && node deploy/images/assemble.ts /image && chmod -R a+rX /image

# Common to all images. Processes write no files, so the root file system can be read-only.
FROM ${NODE_IMAGE} AS part
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
USER 1000:1000
STOPSIGNAL SIGTERM
# Version and revision are set by `docker build --label` (see `make images`): they change no layer.
LABEL org.opencontainers.image.vendor="Gatehouse" \
      org.opencontainers.image.licenses="Apache-2.0"

# A server. `/livez` reports that the process responds, and does not check its dependencies.
FROM part AS server
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--import", "@gatehouse/runtime/end-on-signal"]

# The objects of some hundred concurrent requests fit into the young generation; more of it saves no time. Without limits Node
# lets each semi-space grow to 32 MB, and the old generation to several times the live data.
FROM server AS service
ENV NODE_OPTIONS="--max-semi-space-size=16 --max-old-space-size=256"

FROM service AS identity
LABEL org.opencontainers.image.title="gatehouse-identity" \
      org.opencontainers.image.description="Users, admins, sessions and access facts"
COPY --from=build /image/identity/dependencies ./
COPY --from=build /image/identity/sources ./
CMD ["services/identity/src/main.ts"]

FROM service AS employer
LABEL org.opencontainers.image.title="gatehouse-employer" \
      org.opencontainers.image.description="Companies, memberships, job posts"
COPY --from=build /image/employer/dependencies ./
COPY --from=build /image/employer/sources ./
CMD ["services/employer/src/main.ts"]

FROM service AS talent
LABEL org.opencontainers.image.title="gatehouse-talent" \
      org.opencontainers.image.description="The job catalogue, talent profiles, applications"
COPY --from=build /image/talent/dependencies ./
COPY --from=build /image/talent/sources ./
CMD ["services/talent/src/main.ts"]

FROM server AS web
LABEL org.opencontainers.image.title="gatehouse-web" \
      org.opencontainers.image.description="Server rendering of the public and the team host"
COPY --from=build /image/web/dependencies ./
COPY --from=build /image/web/sources ./
CMD ["services/web/server/main.ts"]

# Jobs: `migrate`, `provision-roles`, or both in this order; `retention`.
FROM part AS migrations
LABEL org.opencontainers.image.title="gatehouse-migrations" \
      org.opencontainers.image.description="Migrates the database, sets the passwords of its roles, and removes what is no longer needed"
COPY --from=build /image/migrations/dependencies ./
COPY --from=build /image/migrations/sources ./
ENTRYPOINT ["node", "--import", "@gatehouse/runtime/end-on-signal", "packages/database/src/main.ts"]
CMD ["migrate"]

# For docker-compose.yml and tests, never for production: users and staff with public passwords.
FROM part AS demo-data
LABEL org.opencontainers.image.title="gatehouse-demo-data" \
      org.opencontainers.image.description="Creates the demo data in an empty database: for development and tests"
COPY --from=build /image/demo-data/dependencies ./
COPY --from=build /image/demo-data/sources ./
ENTRYPOINT ["node", "--import", "@gatehouse/runtime/end-on-signal", "packages/demo-data/src/main.ts"]

# For docker-compose.yml and tests, never for production: receives mail and shows it at /_dev/mail.
FROM server AS mailbox
LABEL org.opencontainers.image.title="gatehouse-mailbox" \
      org.opencontainers.image.description="Keeps mail in memory and shows it: for development and tests"
COPY --from=build /image/mailbox/dependencies ./
COPY --from=build /image/mailbox/sources ./
EXPOSE 1025
CMD ["packages/mailbox/src/main.ts"]
