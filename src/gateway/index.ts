export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
export type { StateInfo, StateTable } from "../tracking/states.js"
export {
  createGatewayClient,
  type GatewayClient,
  type GatewayClientOptions,
  type GetAddressesParameters,
  type GetAddressesReturnType,
  type GetForwarderParameters,
  type GetForwarderReturnType,
  type GetTimeoutsParameters,
  type GetTimeoutsReturnType,
  type GetTransactionParameters,
  type GetTransactionReturnType,
} from "./createGatewayClient.js"
export { defaultTransactionTimeout, type WatchTransactionParameters } from "./followTransaction.js"
export type { AppGatewayDetails, FeesInfo, GatewayRequest, Payload, SimulationDetails } from "./gatewayRequest.js"
export { onTransaction } from "./onTransaction.js"
export { predictForwarderAddress, type PredictForwarderAddressParameters } from "./predictForwarderAddress.js"
export type { DeployedAddresses, Forwarder, Timeout } from "./records.js"
export { RequestRefusedError } from "./requestErrors.js"
export { decodeRevertString, type Revert, revertsOf } from "./reverts.js"
export {
  type CallType,
  callTypes,
  type DeploymentStatus,
  deploymentStates,
  isFinal,
  type PayloadStatus,
  payloadStates,
  stateInfo,
  type TimeoutStatus,
  timeoutStates,
  type TransactionStatus,
  transactionStates,
} from "./states.js"
export { TransactionRevertingError } from "./trackingErrors.js"
export type { PayloadStep, RequestStep, TransactionStep } from "./transactionStep.js"
export {
  DeploymentStuckError,
  stuckAfter,
  waitForDeployment,
  type WaitForDeploymentParameters,
  type WaitForDeploymentReturnType,
} from "./waitForDeployment.js"
export {
  defaultTimeoutTimeout,
  SeveralTimeoutsError,
  waitForTimeout,
  type WaitForTimeoutParameters,
  type WaitForTimeoutReturnType,
} from "./waitForTimeout.js"
export { waitForTransaction } from "./waitForTransaction.js"
export { watchTransaction } from "./watchTransaction.js"
