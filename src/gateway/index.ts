// The public API of `hardhat-plugs/gateway`. Every name is exported explicitly, because each one has to stay.

// The gateway API
export type { GatewayClient, GatewayClientOptions } from "./createGatewayClient.js"
export { createGatewayClient, RequestRefusedError } from "./createGatewayClient.js"
export type { PayloadStatus, TransactionStatus } from "./states.js"
export {
  callTypes,
  deploymentStates,
  payloadStates,
  timeoutStates,
  transactionStates,
  triggerStates,
} from "./states.js"
export type {
  DeployedAddresses,
  Deployment,
  Forwarder,
  GatewayRequest,
  Payload,
  PayloadDetails,
  Timeout,
  Trigger,
} from "./types.js"
export type { MalformedParts } from "#src/primitives/malformed.js"
export { formatMalformed } from "#src/primitives/malformed.js"

// Following transactions, timeouts and deployments
export { getOpenedTransactions, TooManyDescendantsError } from "./following/openedRequests.js"
export type { TimeoutStep, TransactionStep } from "./following/trackers.js"
export { TransactionRevertingError } from "./following/trackingErrors.js"
export type { WaitForDeploymentParameters } from "./following/waitForDeployment.js"
export {
  createContractId,
  DeploymentStuckError,
  getDeployment,
  waitForDeployment,
} from "./following/waitForDeployment.js"
export type { WatchTimeoutsParameters } from "./following/watchTimeouts.js"
export { SeveralTimeoutsError, waitForTimeout, watchTimeouts } from "./following/watchTimeouts.js"
export type { WatchTransactionParameters } from "./following/watchTransaction.js"
export { onTransaction, waitForTransaction, watchTransaction } from "./following/watchTransaction.js"
export { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"

// Contracts: forwarders, credits, and deployments on public chains
export { GatewayMismatchError } from "./deployments/checkGatewayContract.js"
export {
  findGatewayDeployment,
  loadGatewayDeployments,
  readGatewayDeployments,
} from "./deployments/findGatewayDeployment.js"
export type { GatewayDeployment } from "./deployments/gatewayDeployments.js"
export { feesManagerAbi } from "./onchain/abi.js"
export { getAvailableCredits, topUpCredits, waitForCredits, wrapCredits } from "./onchain/credits.js"
export type { DepositCreditsParameters } from "./onchain/depositCredits.js"
export { depositCredits } from "./onchain/depositCredits.js"
export { getGatewayContracts } from "./onchain/getGatewayContracts.js"
export { predictForwarderAddress } from "./onchain/predictForwarderAddress.js"
export { signAppGatewayApproval } from "./onchain/signAppGatewayApproval.js"

// Why something has not arrived, and trying it again on a devnet
export type { ExplainTransactionParameters } from "./explaining/explainTransaction.js"
export { explainTransaction } from "./explaining/explainTransaction.js"
export type { GatewayCauseName } from "./explaining/gatewayCauses.js"
export type { GatewayChain } from "./reading/types.js"
export type { Revert } from "./reverts.js"
export { decodeRevertString, revertOfTrigger, revertsOf } from "./reverts.js"
export type { Cause, Explanation } from "#src/explaining/Explanation.js"
export { retryOnDevnet } from "#src/onchain/submission/retryOnDevnet.js"

// Errors have a stable `code`: compare it, rather than a class, because it also works across copies of this package.
export type { PlugsError } from "#src/primitives/PlugsError.js"
export { isPlugsError } from "#src/primitives/PlugsError.js"
