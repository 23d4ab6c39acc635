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
