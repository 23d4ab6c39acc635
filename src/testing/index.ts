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
export type { AppContext, ArgsFor, DeployContext, DeployOptions, Libraries } from "./contracts/DeployContext.js"
export type { ConnectOptions } from "./contracts/ConnectOptions.js"
export type { DeployConnectedOptions, WorldApps, WorldContracts } from "./contracts/WorldContracts.js"
export type { WorldCredits, WorldFunds } from "./funds/WorldFunds.js"
export type { DeliverOptions, Delivery } from "./delivery/Delivery.js"
export type { WorldTime } from "./time/WorldTime.js"
export type { ProjectRuntime } from "./chains/openWorldChains.js"
export type { Sent, SentRoute } from "./Sent.js"
export { WorldNotStartedError } from "./worldErrors.js"
export type { Fault, WorldFaults } from "./faults/WorldFaults.js"
export type { Actor, ApiName, FaultData, FaultName } from "./faults/FaultData.js"
export { FaultNotMinedError } from "./faults/chains/sendAs.js"
export type { ExploreOptions, WorldExplore } from "./exploring/WorldExplore.js"
export type { WorldCosts } from "./costs/WorldCosts.js"
