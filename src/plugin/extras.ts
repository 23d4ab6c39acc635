import { importFile } from "./importFile.js"

export type { ReplayParameters } from "#extras/forks/src/replay/replayAsked.js"
export type { Replay } from "#extras/forks/src/replay/replayMessage.js"
export type { SwapClientOptions } from "#extras/swap/src/createSwapClient.js"
export type { DevnetMarket, DevnetToken } from "#extras/swap/src/market/describeMarket.js"
export type { ConnectionSwap } from "#extras/swap/src/plugin/ConnectionSwap.js"
export type { OpenedMarket } from "#extras/swap/src/server/openDevnetMarket.js"
export type { SwapEntry } from "#extras/swap/src/testing/mockedSwapApi.js"
export type { RefusalReason } from "#extras/swap/src/testing/routeAssertions.js"
export type { SwapOffer, WorldMarket } from "#extras/swap/src/testing/WorldSwap.js"

/**
 * Loads what extras offer the core, when it is asked for. Besides the lists of tasks and what users import, no file of the core names an
 * extra, nor its types: those are exported above.
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
  /** Forks of chains on which messages are carried. */
  forks: (): Promise<typeof import("#extras/forks/src/findForks.js")> => importFile("extras/forks/src/findForks.js"),
  /** Chains whose nodes run in other processes. */
  ownNodes: (): Promise<typeof import("#extras/forks/src/openNodes.js")> => importFile("extras/forks/src/openNodes.js"),
  /** What the configuration says of chains that a world forks. */
  worldForks: (): Promise<typeof import("#extras/forks/src/readForks.js")> =>
    importFile("extras/forks/src/readForks.js"),
  /** Messages that tests execute again on forks. */
  replay: (): Promise<typeof import("#extras/forks/src/replay/replayAsked.js")> =>
    importFile("extras/forks/src/replay/replayAsked.js"),
  /** The market of a devnet. */
  market: (): Promise<typeof import("#extras/swap/src/server/openDevnetMarket.js")> =>
    importFile("extras/swap/src/server/openDevnetMarket.js"),
  /** The names of the market's own contracts, with their ABIs. */
  marketContracts: (): Promise<typeof import("#extras/swap/src/market/findMarketContract.js")> =>
    importFile("extras/swap/src/market/findMarketContract.js"),
  /** Swaps of a world of tests. */
  worldSwap: (): Promise<typeof import("#extras/swap/src/testing/createSwap.js")> =>
    importFile("extras/swap/src/testing/createSwap.js"),
  /** What tests assert of swaps. */
  routeAssertions: (): Promise<typeof import("#extras/swap/src/testing/routeAssertions.js")> =>
    importFile("extras/swap/src/testing/routeAssertions.js"),
  /** What a mocked swap API answers. */
  mockedSwapApi: (): Promise<typeof import("#extras/swap/src/testing/mockedSwapApi.js")> =>
    importFile("extras/swap/src/testing/mockedSwapApi.js"),
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
  /** The messages that a watch knows. */
  knownMessages: (): Promise<typeof import("#extras/watch/tasks/watch/listKnown.js")> =>
    importFile("extras/watch/tasks/watch/listKnown.js"),
}
