import { createRequire } from "node:module"

import hardhatMocha from "@nomicfoundation/hardhat-mocha"
import hardhatViem from "@nomicfoundation/hardhat-viem"
import { defineConfig } from "hardhat/config"
import hardhatPlugs from "hardhat-plugs"

export default defineConfig({
  plugins: [hardhatPlugs, hardhatViem, hardhatMocha],
  solidity: { version: "0.8.37", path: createRequire(import.meta.url).resolve("solc/soljson.js") },
  plugs: {
    swap: {
      // What these symbols mean, whatever the swap API says.
      tokens: {
        alpha: { USDC: "0x547CD47c6F9829a396a00b023fb7E330a7687aCC" },
        beta: { WETH: "0x37528d113A7B04686f0cD0268006d8a9D634Df61" },
      },
      // The contracts that swaps may call. On the devnet's chains its router is the default.
      chains: {
        alpha: { allowedTargets: ["0xbf2BE8f57812Bc6eF74B2F6af6e2Bb619B7D4b75"] },
      },
    },
  },
})
