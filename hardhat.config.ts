import { createRequire } from "node:module"

import hardhatMocha from "@nomicfoundation/hardhat-mocha"
import hardhatViem from "@nomicfoundation/hardhat-viem"
import hardhatViemAssertions from "@nomicfoundation/hardhat-viem-assertions"
import { defineConfig } from "hardhat/config"
import type { HardhatUserConfig } from "hardhat/types/config"

import hardhatPlugs from "./src/index.js"

/** The compiler comes from npm, so that a checkout builds without downloading anything but packages. */
const compiler = {
  version: "0.8.37",
  path: createRequire(import.meta.url).resolve("solc/soljson.js"),
  settings: {
    evmVersion: "cancun",
    optimizer: { enabled: true, runs: 200 },
    // Without the metadata hash the bytecode depends on the code alone, so `npm run generate` is reproducible.
    metadata: { bytecodeHash: "none", appendCBOR: false },
  },
}

const config: HardhatUserConfig = defineConfig({
  plugins: [hardhatPlugs, hardhatViem, hardhatViemAssertions, hardhatMocha],
  solidity: {
    profiles: {
      default: compiler,
      production: compiler,
    },
  },
  test: {
    mocha: { timeout: 20_000 },
  },
})

export default config
