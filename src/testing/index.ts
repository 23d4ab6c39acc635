export type { WorldCosts } from "../costs/WorldCosts.js"
export type { AmountBound, Assertions } from "./assertions/Assertions.js"
export type { BalanceChange, ValuePlace } from "./assertions/effects/places.js"
export { NotSentError } from "./assertions/messages/sentMessages.js"
export { ContractGoneError } from "./contracts/bindContract.js"
export type { TokenSymbol } from "./contracts/funds.js"
export type {
  ConnectOptions,
  ContractName,
  ContractOnChain,
  SendOptions,
  WorldContract,
} from "./contracts/WorldContract.js"
export type { AppContext, DeployContext, DeployOptions } from "./contracts/WorldContracts.js"
export { createWorld } from "./createWorld.js"
export {
  type DeliverNextOptions,
  type DeliverOptions,
  type DeliveryState,
  type DeliveryStep,
  type DeliveryTarget,
  StatePassedError,
} from "./delivery/Delivery.js"
export {
  ExploreStuckError,
  ScenarioFailedError,
  ScenarioSetBackError,
  ScheduleFailedError,
} from "./exploring/exploreErrors.js"
export type { ExploreContext, Explored, ExploreOptions, Invariant, Scenario } from "./exploring/WorldExplore.js"
export { FaultNotMinedError } from "./faults/transactions.js"
export type { ExploredFault, Fault, FaultData, FaultName, WorldFaults } from "./faults/WorldFaults.js"
export { AnonymousFixtureError, FixtureLoadedLateError, SnapshotGoneError } from "./fixtures/takeSnapshot.js"
export { NothingOfferedError, type SwapOffer, type SwapRequest } from "./swap/WorldSwap.js"
export type { World, WorldOptions } from "./World.js"
export type { Addressed } from "./world/findInWorld.js"
export type { ProjectRuntime } from "./world/openProjectChains.js"
export type { Sent } from "./world/OpenWorld.js"
export { WorldNotStartedError } from "./world/runningWorlds.js"

// The three APIs without a chain
export type { GatewayEntry } from "./mockApi/gatewayRoutes.js"
export type { MessagingEntry } from "./mockApi/messagingRoutes.js"
export type { MockApi, MockRequest, MockScenario } from "./mockApi/mockApi.js"
export { mockApi, MockApiNotDoneError, UnexpectedRequestError } from "./mockApi/mockApi.js"
export type { Step } from "./mockApi/MockRoute.js"
export type { SwapEntry } from "./mockApi/swapRoutes.js"
