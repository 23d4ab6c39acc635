// The public API of `hardhat-plugs/gateway`. Every name is exported explicitly, because each one has to stay.

// The gateway API
export { createGatewayClient } from "./createGatewayClient.js"
export type {
  GatewayClient,
  GatewayClientOptions,
  GetAddressesParameters,
  GetAddressesReturnType,
  GetForwarderParameters,
  GetForwarderReturnType,
  GetPayloadParameters,
  GetPayloadReturnType,
  GetTimeoutsParameters,
  GetTimeoutsReturnType,
  GetTransactionParameters,
  GetTransactionReturnType,
  GetTriggersParameters,
  GetTriggersReturnType,
} from "./createGatewayClient.js"
export type {
  AppGatewayDetails,
  DeployedAddresses,
  Deployment,
  FeesInfo,
  ForeignValue,
  Forwarder,
  GatewayRequest,
  Payload,
  PayloadDetails,
  SimulationDetails,
  Timeout,
  Trigger,
} from "./types.js"
export {
  callTypes,
  deploymentStates,
  payloadStates,
  timeoutStates,
  transactionStates,
  triggerStates,
} from "./states.js"
export type {
  CallType,
  DeploymentStatus,
  PayloadStatus,
  TimeoutStatus,
  TransactionStatus,
  TriggerStatus,
} from "./states.js"
export { isFinal, stateInfo } from "../tracking/states.js"
export type { OrUnknown, StateInfo, StateTable } from "../tracking/states.js"

// Following transactions
export { defaultTransactionTimeout } from "./following/followTransaction.js"
export type { WatchTransactionParameters } from "./following/followTransaction.js"
export { mostDescendants, TooManyDescendantsError } from "./following/descendants/createFamilyReader.js"
export { getOpenedTransactions } from "./following/descendants/getOpenedTransactions.js"
export type { OpenedTransaction } from "./following/descendants/getOpenedTransactions.js"
export { onTransaction } from "./following/onTransaction.js"
export type { PayloadStep, RequestStep, TransactionStep } from "./following/transactionTracker.js"
export { vanished } from "../tracking/tracker.js"
export { waitForTransaction } from "./following/waitForTransaction.js"
export { watchTransaction } from "./following/watchTransaction.js"

// Timeouts and deployments
export { defaultTimeoutTimeout } from "./following/followTimeouts.js"
export type { WatchTimeoutsParameters } from "./following/followTimeouts.js"
export type { TimeoutStep } from "./following/timeoutTracker.js"
export { waitForTimeout } from "./following/waitForTimeout.js"
export type { WaitForTimeoutParameters, WaitForTimeoutReturnType } from "./following/waitForTimeout.js"
export { watchTimeouts } from "./following/watchTimeouts.js"
export { createContractId } from "./onchain/createContractId.js"
export { getDeployment } from "./following/deployment/getDeployment.js"
export type { GetDeploymentParameters } from "./following/deployment/getDeployment.js"
export { stuckAfter } from "./following/deployment/stuckAfter.js"
export { waitForDeployment } from "./following/deployment/waitForDeployment.js"
export type {
  WaitForDeploymentParameters,
  WaitForDeploymentReturnType,
} from "./following/deployment/waitForDeployment.js"

// Forwarders
export { predictForwarderAddress } from "./onchain/predictForwarderAddress.js"
export type { PredictForwarderAddressParameters } from "./onchain/predictForwarderAddress.js"

// Deployments on public chains
export { GatewayMismatchError } from "./deployments/checkGatewayContract.js"
export {
  findGatewayDeployment,
  loadGatewayDeployments,
  readGatewayDeployments,
} from "./deployments/findGatewayDeployment.js"
export type { GatewayChainContracts, GatewayDeployment, ReachedChainContracts } from "./deployments/types.js"
export { DataFileError } from "../primitives/DataFileError.js"
export type { FileProblem } from "../primitives/DataFileError.js"

// Credits and the gateway chain's contracts
export { depositCredits } from "./onchain/depositCredits.js"
export type { DepositCreditsParameters, DepositCreditsReturnType } from "./onchain/depositCredits.js"
export { wrapCredits } from "./onchain/wrapCredits.js"
export type { WrapCreditsParameters, WrapCreditsReturnType } from "./onchain/wrapCredits.js"
export { topUpCredits } from "./onchain/topUpCredits.js"
export type { TopUpCreditsParameters, TopUpCreditsReturnType } from "./onchain/topUpCredits.js"
export { signAppGatewayApproval } from "./onchain/signAppGatewayApproval.js"
export type { SignAppGatewayApprovalParameters } from "./onchain/signAppGatewayApproval.js"
export { getAvailableCredits } from "./onchain/getAvailableCredits.js"
export type { GetAvailableCreditsParameters } from "./onchain/getAvailableCredits.js"
export { defaultCreditsTimeout, waitForCredits } from "./onchain/waitForCredits.js"
export type { WaitForCreditsParameters } from "./onchain/waitForCredits.js"
export { getGatewayContracts } from "./onchain/getGatewayContracts.js"
export type { GatewayContracts, GetGatewayContractsParameters } from "./onchain/getGatewayContracts.js"
export type { TransactOptions } from "../onchain/transact.js"
export { addressResolverAbi, asyncDeployerAbi, feesManagerAbi, feesPlugAbi } from "./onchain/abi.js"

// Trying again what a devnet has given up
export { RetryUnavailableError, retryOnDevnet } from "../onchain/submission/retryOnDevnet.js"
export type { RetryOutcome } from "../primitives/reverts/RetryOutcome.js"

// Why a call of an app gateway has not come to its end
export { explainTransaction } from "./explaining/explainTransaction.js"
export type { ExplainTransactionParameters } from "./explaining/explainTransaction.js"
export { gatewayCauses } from "./explaining/gatewayCauses.js"
export type { GatewayCauseName } from "./explaining/gatewayCauses.js"
export type { FindSource } from "../explaining/evidence.js"
export type { ReadableApi } from "./reading/askApi.js"
export type { GatewayChain, ReachedChain } from "./reading/types.js"
export type {
  Cause,
  Certainty,
  Evidence,
  ExplainedItem,
  Explanation,
  Mend,
  StoryEvent,
  Verdict,
} from "../explaining/Explanation.js"

// Why a payload reverts
export { decodeRevertString, revertOfTrigger, revertsOf } from "./reverts.js"
export type { Revert } from "./reverts.js"
export type { DecodedRevert } from "../primitives/reverts/decodeRevertData.js"

// Errors, except those of every HTTP request. Compare `code`, which also works across copies of this package.
export { isPlugsError } from "../primitives/PlugsError.js"
export type { PlugsError } from "../primitives/PlugsError.js"
export { RequestRefusedError } from "./requestErrors.js"
export { TransactionRevertingError } from "./following/trackingErrors.js"
export { DeploymentStuckError } from "./following/deployment/waitForDeployment.js"
export { SeveralTimeoutsError } from "./following/waitForTimeout.js"
export { CallRevertedError, NodeFailedError, WrongContractError } from "../onchain/callErrors.js"
export { NotApprovedError } from "../onchain/allowances/approveExactly.js"
export { InsufficientTokensError } from "../onchain/assertTokens.js"
export { NotMinedError, NotSubmittedError, TransactionRevertedError } from "../onchain/transactionErrors.js"
export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
