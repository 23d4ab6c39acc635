# The devnet as an image: docker build --tag devnet . && docker run --rm --network host devnet
# It listens on 127.0.0.1 alone, as everywhere, so the container shares the network of the machine.
FROM node:24-slim AS packages
WORKDIR /repository
COPY . .
RUN npm ci && npm pack . ./extras/create/package --pack-destination /packages

FROM node:24-slim
COPY --from=packages /packages /packages
WORKDIR /devnet
RUN npx -y -p /packages/create-hardhat-plugs-*.tgz create-hardhat-plugs . --template tests --yes \
      --package /packages/hardhat-plugs-*.tgz \
  && npm install --no-audit --no-fund \
  && npm cache clean --force \
  && chown -R node:node /devnet
USER node
EXPOSE 8645
ENTRYPOINT ["node", "node_modules/hardhat/dist/src/cli.js", "devnet"]
