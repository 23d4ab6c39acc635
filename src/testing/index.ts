export { createWorld } from "./createWorld.js"
export type { World, WorldOptions } from "./World.js"
export type {
  ArgsFor,
  ConstructorArgsOf,
  ContractName,
  DeployContext,
  SendOptions,
  WorldContract,
} from "./contracts/WorldContract.js"
export type { DeliverOptions, Delivery } from "./delivery/Delivery.js"
export type { WorldTime } from "./time/WorldTime.js"
export type { ProjectRuntime } from "./chains/openWorldChains.js"
export type { Sent } from "./Sent.js"
export { WorldNotStartedError } from "./worldErrors.js"
export type { WorldFaults } from "./faults/WorldFaults.js"
export type { ExploreOptions, WorldExplore } from "./exploring/WorldExplore.js"
export type { InboundUse, MessageCosts, RequestCosts, Spread, WorldCosts } from "./costs/WorldCosts.js"

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
