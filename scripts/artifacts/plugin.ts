import { definePlugin } from "hardhat/plugins"
import type { HardhatPlugin } from "hardhat/types/plugins"

/** Compiles for tests in less time, and keeps the bytecode that TypeScript deploys fresh. It is no part of the published plugin. */
const artifacts: HardhatPlugin = definePlugin({
  id: "hardhat-plugs-artifacts",
  hookHandlers: {
    config: () => import("./compileFixtures.js"),
    solidity: () => import("./writeBytecode.js"),
    test: () => import("./leaveOutTraces.js"),
  },
})

export default artifacts
