import type { PlugsConfig } from "./plugin/config/PlugsConfig.js"
import type { PlugsUserConfig } from "./plugin/config/PlugsUserConfig.js"
import type { ConnectionPlugs } from "./plugin/connection/ConnectionPlugs.js"

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    /** Cross-chain messaging, app gateways and swaps. Everything is optional and points at the devnet of `npx hardhat devnet`. */
    plugs?: PlugsUserConfig
  }

  interface HardhatConfig {
    plugs: PlugsConfig
  }
}

declare module "hardhat/types/global-options" {
  interface GlobalOptions {
    /** Prints what the messages and requests of tests cost. */
    plugsReport: boolean
    plugsReportJson: string | undefined
    plugsReportCompare: string | undefined
  }
}

declare module "hardhat/types/network" {
  // The names of the type parameters must be Hardhat's own for the declarations to merge.
  interface NetworkConnection<
    // eslint-disable-next-line @typescript-eslint/no-unused-vars
    ChainTypeT extends string = DefaultChainType,
  > {
    /** Cross-chain messaging, app gateways and swaps, bound to this connection's chain and to the configuration. Loaded on first use. */
    readonly plugs: ConnectionPlugs
  }
}
