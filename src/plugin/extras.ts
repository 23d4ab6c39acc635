import { importFile } from "./importFile.js"

export type { DevnetMarket, DevnetToken } from "#extras/swap/src/market/describeMarket.js"
export type { ConnectionSwap } from "#extras/swap/src/plugin/ConnectionSwap.js"
export type { OpenedMarket } from "#extras/swap/src/server/openDevnetMarket.js"

/**
 * Loads what extras offer tasks of the core, when it is asked for. Besides the lists of tasks and what users import, no file of the core names
 * an extra.
 */
export const extras = {
  /** Who can do what on paths, and what of that breaks a policy. */
  auditor: (): Promise<typeof import("#extras/audit/tasks/auditor.js")> => importFile("extras/audit/tasks/auditor.js"),
  /** What a devnet offers a browser. */
  page: (): Promise<typeof import("#extras/page/tasks/openDevnetPage.js")> =>
    importFile("extras/page/tasks/openDevnetPage.js"),
  /** The faults of tests on a devnet, which its page begins and ends. */
  faults: (): Promise<typeof import("#extras/page/tasks/openDevnetFaults.js")> =>
    importFile("extras/page/tasks/openDevnetFaults.js"),
  /** The market of a devnet. */
  market: (): Promise<typeof import("#extras/swap/src/server/openDevnetMarket.js")> =>
    importFile("extras/swap/src/server/openDevnetMarket.js"),
  /** A client of the swap API. */
  swapClient: (): Promise<typeof import("#extras/swap/src/createSwapClient.js")> =>
    importFile("extras/swap/src/createSwapClient.js"),
  /** Swaps of a connection. */
  connectionSwap: (): Promise<typeof import("#extras/swap/src/plugin/createConnectionSwap.js")> =>
    importFile("extras/swap/src/plugin/createConnectionSwap.js"),
  /** What a router is described with in the configuration. */
  routers: (): Promise<typeof import("#extras/swap/src/plugin/knownRouterCheck.js")> =>
    importFile("extras/swap/src/plugin/knownRouterCheck.js"),
  /** What can be wrong with what swaps have recorded and approved. */
  swapDoctor: (): Promise<typeof import("#extras/swap/tasks/doctor.js")> => importFile("extras/swap/tasks/doctor.js"),
}
