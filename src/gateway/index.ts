// What scripts import as `hardhat-plugs/gateway`. Every name is a promise to keep, so each is named.

// The gateway API
export { createGatewayClient } from "./createGatewayClient.js"
export type {
  GatewayClient,
  GatewayClientOptions,
  GetAddressesParameters,
  GetAddressesReturnType,
  GetForwarderParameters,
  GetForwarderReturnType,
  GetTimeoutsParameters,
  GetTimeoutsReturnType,
  GetTransactionParameters,
  GetTransactionReturnType,
} from "./createGatewayClient.js"
export type { AppGatewayDetails, FeesInfo, GatewayRequest, Payload, SimulationDetails } from "./gatewayRequest.js"
export type { DeployedAddresses, Forwarder, Timeout } from "./records.js"
export {
  callTypes,
  deploymentStates,
  isFinal,
  payloadStates,
  stateInfo,
  timeoutStates,
  transactionStates,
} from "./states.js"
export type { CallType, DeploymentStatus, PayloadStatus, TimeoutStatus, TransactionStatus } from "./states.js"
export type { OrUnknown, StateInfo, StateTable } from "../tracking/states.js"

// Following transactions
export { defaultTransactionTimeout } from "./followTransaction.js"
export type { WatchTransactionParameters } from "./followTransaction.js"
export { onTransaction } from "./onTransaction.js"
export type { PayloadStep, RequestStep, TransactionStep } from "./transactionStep.js"
export { vanished } from "../tracking/journey.js"
export { waitForTransaction } from "./waitForTransaction.js"
export { watchTransaction } from "./watchTransaction.js"

// Timeouts and deployments
export { defaultTimeoutTimeout } from "./followTimeouts.js"
export type { WatchTimeoutsParameters } from "./followTimeouts.js"
export type { TimeoutStep } from "./timeoutStep.js"
export { waitForTimeout } from "./waitForTimeout.js"
export type { WaitForTimeoutParameters, WaitForTimeoutReturnType } from "./waitForTimeout.js"
export { watchTimeouts } from "./watchTimeouts.js"
export { createContractId } from "./createContractId.js"
export { getDeployment } from "./getDeployment.js"
export type { Deployment } from "./getDeployment.js"
export { stuckAfter, waitForDeployment } from "./waitForDeployment.js"
export type { WaitForDeploymentParameters, WaitForDeploymentReturnType } from "./waitForDeployment.js"

// Forwarders
export { predictForwarderAddress } from "./predictForwarderAddress.js"
export type { PredictForwarderAddressParameters } from "./predictForwarderAddress.js"

// Credits and the gateway chain's contracts
export { depositCredits } from "./depositCredits.js"
export type { DepositCreditsParameters, DepositCreditsReturnType } from "./depositCredits.js"
export { getAvailableCredits } from "./getAvailableCredits.js"
export type { GetAvailableCreditsParameters } from "./getAvailableCredits.js"
export { defaultCreditsTimeout, waitForCredits } from "./waitForCredits.js"
export type { WaitForCreditsParameters } from "./waitForCredits.js"
export { getGatewayContracts } from "./getGatewayContracts.js"
export type { GatewayContracts, GetGatewayContractsParameters } from "./getGatewayContracts.js"
export type { TransactOptions } from "../onchain/transact.js"
export { addressResolverAbi, asyncDeployerAbi, feesManagerAbi, feesPlugAbi } from "./abi.js"

// Why a payload reverts
export { decodeRevertString, revertsOf } from "./reverts.js"
export type { Revert } from "./reverts.js"
export type { DecodedRevert } from "../primitives/revertData.js"

// What can go wrong, beside what a request can fail of: `code` tells which, across copies of this package too
export { isPlugsError } from "../primitives/PlugsError.js"
export type { PlugsError } from "../primitives/PlugsError.js"
export { RequestRefusedError } from "./requestErrors.js"
export { TransactionRevertingError } from "./trackingErrors.js"
export { DeploymentStuckError } from "./waitForDeployment.js"
export { SeveralTimeoutsError } from "./waitForTimeout.js"
export { CallRevertedError, NodeFailedError, WrongContractError } from "../onchain/callErrors.js"
export { InsufficientTokensError, NotApprovedError } from "../onchain/approveExactly.js"
export { NotMinedError, NotSubmittedError, TransactionRevertedError } from "../onchain/transactionErrors.js"
export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
