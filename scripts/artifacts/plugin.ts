import { definePlugin } from "hardhat/plugins"
import type { HardhatPlugin } from "hardhat/types/plugins"

/** Keeps the bytecode that TypeScript deploys as fresh as the last build. It is no part of the published plugin. */
const artifacts: HardhatPlugin = definePlugin({
  id: "hardhat-plugs-artifacts",
  hookHandlers: { solidity: () => import("./writeBytecode.js") },
})

export default artifacts
