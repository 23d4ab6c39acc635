export { startDevnet } from "./startDevnet.js"
export type {
  Devnet,
  DevnetChain,
  DevnetGateway,
  DevnetRelay as Relay,
  DevnetSwap,
  StartDevnetOptions,
} from "./Devnet.js"
export type { ChainRequest } from "./numberChains.js"
export type { MessageRecord } from "./messaging/MessageRecord.js"
export type { DevnetPath } from "./messaging/paths.js"
export type { DevnetSwitchboardKind as SwitchboardKind } from "../messaging/switchboardKinds.js"
export type { ProtocolContracts } from "./messaging/deploy.js"
export type { GatewayContracts, ServedContracts } from "./gateway/deploy.js"
export type { DevnetMarket, DevnetToken } from "./market/describeMarket.js"
export type { JobChange, PayloadRecord, RequestRecord, TimeoutRecord, TriggerRecord } from "./gateway/ledger/types.js"
export type { Stage } from "./stages.js"
export type { RetryPolicy } from "./relay/RetryPolicy.js"
export type { RetryOutcome } from "../primitives/reverts/RetryOutcome.js"
export { ChainSetBackAloneError, IdUsedBeforeError } from "./chain/setBackErrors.js"
export { ActorFailedError } from "./relay/failures/ActorFailedError.js"
export { PortBusyError } from "./server/listen.js"
export { DevnetMemoryError } from "./watchMemory.js"
export { OriginRefusedError } from "./server/originGuard.js"
