export type { Assertions } from "./assertions/Assertions.js"
export { NotSentError } from "./assertions/messages/sentMessages.js"
export { ContractGoneError } from "./contracts/bindContract.js"
export { NotBuiltError } from "./contracts/deploy.js"
export type { SendOptions, WorldContract } from "./contracts/WorldContract.js"
export type { AppContext, DeployContext, DeployOptions } from "./contracts/WorldContracts.js"
export { createWorld } from "./createWorld.js"
export { type DeliverOptions, type DeliveryState, type DeliveryStep, StatePassedError } from "./delivery/Delivery.js"
export {
  ExploreStuckError,
  InboundGrowsError,
  ScenarioFailedError,
  ScenarioSetBackError,
  ScheduleFailedError,
} from "./exploring/exploreErrors.js"
export type { ExploreContext, ExploreOptions, Scenario } from "./exploring/WorldExplore.js"
export { FaultNotMinedError } from "./faults/transactions.js"
export type { Fault, FaultData, FaultName, WorldFaults } from "./faults/WorldFaults.js"
export { AnonymousFixtureError, FixtureLoadedLateError, SnapshotGoneError } from "./fixtures/takeSnapshot.js"
export { replayMessage } from "./replayMessage.js"
export type { World, WorldOptions } from "./World.js"
export { NotAwaitedError } from "./world/awaited.js"
export { NothingOfferedError } from "./world/NothingOfferedError.js"
export type { Sent } from "./world/OpenWorld.js"
export { WorldNotStartedError } from "./world/runningWorlds.js"
export type { WorldCosts } from "#src/costs/WorldCosts.js"
export { CallRevertedError } from "#src/onchain/callErrors.js"
export type { Replay, ReplayParameters, SwapOffer } from "#src/plugin/extras.js"

// The three APIs without a chain
export type { MockApi, MockRequest, MockScenario } from "./mockApi/mockApi.js"
export { mockApi, MockApiNotDoneError, UnexpectedRequestError } from "./mockApi/mockApi.js"
