/** Where `npm run docs` is published: every document at its path, and every error at `errors/<code>.html`. */
export const site = "https://hardhat-plugs.github.io/hardhat-plugs"
