export { createWorld } from "./createWorld.js"
export type { World, WorldOptions } from "./World.js"
export type {
  AbiOf,
  ConstructorArgsOf,
  ContractName,
  ContractOnChain,
  SendOptions,
  WorldContract,
} from "./contracts/WorldContract.js"
export type {
  AppContext,
  ArgsFor,
  DeployAppOptions,
  DeployContext,
  DeployOptions,
  Libraries,
} from "./contracts/WorldContracts.js"
export type { ConnectOptions } from "./contracts/WorldContract.js"
export type { DeployConnectedOptions, WorldApps, WorldContracts } from "./contracts/WorldContracts.js"
export type { TokenSymbol, WorldCredits, WorldFunds } from "./contracts/funds.js"
export type {
  DeliverNextOptions,
  DeliverOptions,
  Delivery,
  DeliveryState,
  DeliveryStep,
  DeliveryTarget,
} from "./delivery/Delivery.js"
export { StatePassedError } from "./delivery/Delivery.js"
export { AnonymousFixtureError, FixtureLoadedLateError, SnapshotGoneError } from "./fixtures/takeSnapshot.js"
export type { WorldTime } from "./world/createTime.js"
export type { ProjectRuntime } from "./world/openProjectChains.js"
export type { AmountBound, Assertions, EffectAssertions, MessageAssertions } from "./assertions/Assertions.js"
export type { ArgsToMatch } from "./assertions/matchArgs.js"
export { NotSentError } from "./assertions/messages/sentMessages.js"
export type { Addressed } from "./world/findInWorld.js"
export type { Sent, SentRoute } from "./world/OpenWorld.js"
export { ContractGoneError } from "./contracts/bindContract.js"
export { WorldNotStartedError } from "./world/runningWorlds.js"
export type { ExploredFault, Fault, FaultData, FaultName, WorldFaults } from "./faults/WorldFaults.js"
export type { Actor } from "./faults/parts.js"
export type { ApiName } from "./faults/options.js"
export { FaultNotMinedError } from "./faults/transactions.js"
export type { SwapOffer, SwapRequest, SwapToken, WorldMarket } from "./swap/WorldSwap.js"
export { NothingOfferedError } from "./swap/WorldSwap.js"
export type { BalanceChange, BalancePlace, ValuePlace } from "./assertions/effects/places.js"
export type {
  ExploreContext,
  Explored,
  ExploreOptions,
  Invariant,
  Scenario,
  WorldExplore,
} from "./exploring/WorldExplore.js"
export {
  ExploreStuckError,
  ScenarioFailedError,
  ScenarioSetBackError,
  ScheduleFailedError,
} from "./exploring/exploreErrors.js"
export type { InboundUse, MessageCosts, RequestCosts, Spread, WorldCosts } from "../costs/WorldCosts.js"

// The three APIs without a chain
export { mockApi } from "./mockApi/mockApi.js"
export type { MockApi, MockRequest } from "./mockApi/mockApi.js"
export type { MockScenario } from "./mockApi/mockApi.js"
export type { MockClock, MockTime } from "./mockApi/createMockClock.js"
export type { ErrorStep, MockError, StateStep, Step, StepTiming } from "./mockApi/MockRoute.js"
export type { MessagingEntry, MessagingShape } from "./mockApi/messagingRoutes.js"
export type { GatewayEntry } from "./mockApi/gatewayRoutes.js"
export type { MockPayload } from "./mockApi/gatewayRoutes.js"
export type { RequestShape } from "./mockApi/gatewayRoutes.js"
export type { MockProviders, SwapEntry } from "./mockApi/swapRoutes.js"
export type { Fields } from "./mockApi/swapRoutes.js"
export { MockApiNotDoneError, UnexpectedRequestError } from "./mockApi/mockApi.js"
