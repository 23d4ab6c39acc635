import { createRequire } from "node:module"

import hardhatMocha from "@nomicfoundation/hardhat-mocha"
import hardhatViem from "@nomicfoundation/hardhat-viem"
import { defineConfig } from "hardhat/config"
import hardhatPlugs from "hardhat-plugs"

export default defineConfig({
  plugins: [hardhatPlugs, hardhatViem, hardhatMocha],
  solidity: {
    version: "0.8.37",
    path: createRequire(import.meta.url).resolve("solc/soljson.js"),
    settings: { evmVersion: "cancun" },
    // One of them is deployed on each chain, and serves all contracts there.
    npmFilesToBuild: ["hardhat-plugs/contracts/standard/PlugsGateway.sol"],
  },
  plugs: {
    devnet: { chains: ["alpha", "beta", "gamma"] },
  },
})
