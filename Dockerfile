FROM node:24.21.0-trixie-slim AS build
WORKDIR /quern
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json tsconfig.client.json ./
COPY src src
COPY console console
COPY scripts/build-console.mjs scripts/
RUN npm run build && npm prune --omit=dev
RUN mkdir state

# Neither a shell nor a package manager, and a user without rights (65532). It has no tags of versions: to have the same image tomorrow,
# put its digest here (docs/how-to/containers.md).
FROM gcr.io/distroless/nodejs24-debian13:nonroot
WORKDIR /quern
ENV NODE_ENV=production QUERN_HOST=0.0.0.0 PATH=/quern/bin:/nodejs/bin
COPY --from=build /quern/node_modules node_modules
COPY --from=build /quern/dist dist
COPY package.json endpoint.schema.json LICENSE ./
COPY endpoints endpoints
COPY ops/container/quern bin/quern
# All that Quern writes: keys, what has been spent, copies of tables, sample logs. Mount a volume here to keep it.
COPY --from=build --chown=65532:65532 /quern/state .quern
VOLUME /quern/.quern
USER 65532:65532
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["quern", "health"]
# No npm in between, so that SIGTERM reaches the service.
ENTRYPOINT ["quern"]
CMD ["serve"]
