export { createWorld } from "./createWorld.js"
export type { World, WorldOptions } from "./World.js"
export type {
  AbiOf,
  Addressed,
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
} from "./contracts/deploying/DeployContext.js"
export type { ConnectOptions } from "./contracts/connecting/ConnectOptions.js"
export type { DeployConnectedOptions, WorldApps, WorldContracts } from "./contracts/WorldContracts.js"
export type { TokenSymbol, WorldCredits, WorldFunds } from "./funds/WorldFunds.js"
export type {
  DeliverNextOptions,
  DeliverOptions,
  Delivery,
  DeliveryState,
  DeliveryStep,
  DeliveryTarget,
} from "./delivery/Delivery.js"
export { StatePassedError } from "./delivery/deliveryErrors.js"
export { AnonymousFixtureError, FixtureLoadedLateError, SnapshotGoneError } from "./fixtures/fixtureErrors.js"
export type { WorldTime } from "./time/WorldTime.js"
export type { ProjectRuntime } from "./chains/openWorldChains.js"
export type { Assertions } from "./assertions/Assertions.js"
export type { AmountBound, ArgsToMatch, MessageAssertions } from "./assertions/messages/MessageAssertions.js"
export { NotSentError } from "./assertions/messages/subject/NotSentError.js"
export type { Sent, SentRoute } from "./Sent.js"
export { ContractGoneError } from "./contracts/checkContract.js"
export { WorldNotStartedError } from "./worldErrors.js"
export type { Fault, WorldFaults } from "./faults/WorldFaults.js"
export type { Actor, ApiName, FaultData, FaultName } from "./faults/FaultData.js"
export { FaultNotMinedError } from "./faults/seams/sendAs.js"
export type { SwapOffer, SwapRequest, SwapToken, WorldMarket } from "./routes/WorldSwap.js"
export { NothingOfferedError } from "./routes/swapErrors.js"
export type { BalanceChange, BalancePlace, ValuePlace } from "./assertions/effects/balances/BalanceRow.js"
export type { EffectAssertions } from "./assertions/effects/EffectAssertions.js"
export type {
  ExploreContext,
  Explored,
  ExploreOptions,
  Invariant,
  Scenario,
  WorldExplore,
} from "./exploring/WorldExplore.js"
export type { ExploredFault } from "./exploring/generateFaults.js"
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
export type { MockScenario } from "./mockApi/MockScenario.js"
export type { MockClock, MockTime } from "./mockApi/createMockClock.js"
export type { ErrorStep, MockError, StateStep, Step, StepTiming } from "./mockApi/Step.js"
export type { MessagingEntry, MessagingShape } from "./mockApi/wire/messagingRoutes.js"
export type { GatewayEntry } from "./mockApi/wire/gatewayRoutes.js"
export type { MockPayload } from "./mockApi/wire/gatewayPayloads.js"
export type { RequestShape } from "./mockApi/wire/gatewayRequests.js"
export type { MockProviders, SwapEntry } from "./mockApi/wire/swapRoutes.js"
export type { Fields } from "./mockApi/wire/swapBodies.js"
export { MockApiNotDoneError, UnexpectedRequestError } from "./mockApi/mockErrors.js"
