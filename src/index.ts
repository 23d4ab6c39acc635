import { definePlugin } from "hardhat/plugins"
import type { HardhatPlugin } from "hardhat/types/plugins"

import { reportOptions, tasks } from "#tasks/index.js"

export type { PlugsConfig } from "./plugin/config/PlugsConfig.js"
export type { PlugsUserConfig } from "./plugin/config/PlugsUserConfig.js"
export type { ConnectionGateway, ConnectionMessaging, ConnectionPlugs } from "./plugin/connection/ConnectionPlugs.js"
export type * from "./type-extensions.js"

/**
 * The Hardhat plugin: the tasks, the `plugs` block of the configuration, and `connection.plugs`.
 *
 * @example
 * import hardhatPlugs from "hardhat-plugs"
 * import { defineConfig } from "hardhat/config"
 *
 * export default defineConfig({ plugins: [hardhatPlugs], solidity: "0.8.28" })
 */
const hardhatPlugs: HardhatPlugin = definePlugin({
  id: "hardhat-plugs",
  npmPackage: "hardhat-plugs",
  hookHandlers: {
    config: () => import("./plugin/hooks/config.js"),
    network: () => import("./plugin/hooks/network.js"),
    hre: () => import("./plugin/hooks/hre.js"),
    test: () => import("./plugin/hooks/test.js"),
  },
  tasks,
  globalOptions: reportOptions,
})

export default hardhatPlugs
