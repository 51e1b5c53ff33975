FROM node:24-slim AS build
WORKDIR /quern
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json tsconfig.client.json ./
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /quern
ENV NODE_ENV=production QUERN_HOST=0.0.0.0
COPY --from=build /quern/node_modules node_modules
COPY --from=build /quern/dist dist
COPY package.json endpoint.schema.json ./
COPY endpoints endpoints
# Keys and sample logs; mount a volume here to keep them.
RUN mkdir .quern && chown node:node .quern
VOLUME /quern/.quern
USER node
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "dist/main.cjs", "health"]
# No npm in between, so that SIGTERM reaches the service.
CMD ["node", "dist/main.cjs", "serve"]
