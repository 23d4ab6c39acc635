// The public API of `hardhat-plugs/messaging`.

// The messaging API
export type { MessagingClient, MessagingClientOptions } from "./createMessagingClient.js"
export { createMessagingClient } from "./createMessagingClient.js"
export type { MessageStatus } from "./states.js"
export { inboundStates, isFinal, messageStates } from "./states.js"
export type { Message } from "./types.js"
export type { MalformedParts } from "#src/primitives/malformed.js"
export { formatMalformed } from "#src/primitives/malformed.js"

// Following messages
export { createChainMessages } from "./following/createChainMessages.js"
export type { WatchMessageParameters, WatchMessagesParameters } from "./following/followMessages.js"
export type { MessageSource } from "./following/messageSource.js"
export type { MessageStep } from "./following/messageTracker.js"
export { onMessage, waitForMessage, waitForMessages, watchMessage, watchMessages } from "./following/watchMessages.js"

// Watching
export type { WatchInvariant } from "#extras/watch/src/reconciling/invariants.js"

// What delivered messages have cost
export type { FeeHistory, FeePath, MessageFees } from "./history/measureMessages.js"
export type { ReadFeeHistoryParameters } from "./history/readFeeHistory.js"
export { readFeeHistory } from "./history/readFeeHistory.js"
export type { DeliveryGas, ReadUpgradeGasParameters, UpgradeGas } from "./history/readUpgradeGas.js"
export { readUpgradeGas } from "./history/readUpgradeGas.js"

// Why a message has not arrived
export type { MessageCauseName } from "./explaining/messageCauses.js"
export type { ReadableChain } from "./reading/Journey.js"
export type { ExplainMessageParameters } from "#extras/audit/src/trust/explainMessage.js"
export { explainMessage } from "#extras/audit/src/trust/explainMessage.js"
export type { Cause, Explanation } from "#src/explaining/Explanation.js"

// Whether a message would arrive, before it is sent
export type { CreatePreflightParameters } from "./explaining/createPreflight.js"
export { createPreflight } from "./explaining/createPreflight.js"
export type { Obstacle } from "./explaining/findObstacles.js"

// Executing a message again
export type { RetryMessageParameters } from "./retrying/prepareRetry.js"
export type { RetryMessageReturnType } from "./retrying/retryMessage.js"
export { retryMessage } from "./retrying/retryMessage.js"

// Deployments on public chains
export type { ChainDeployment, Deployments } from "./deployments/ChainDeployment.js"
export { checkSocket, checkSwitchboard } from "./deployments/checkSocket.js"
export { findDeployment, findSwitchboard, loadDeployments } from "./deployments/findDeployment.js"
export { readDeployments } from "./deployments/readDeployments.js"
export type { SwitchboardKind } from "./switchboardKinds.js"

// Plugs and their socket, on-chain
export type { CheckConnectionReturnType } from "./onchain/checkConnection.js"
export { checkConnection } from "./onchain/checkConnection.js"
export type { ConnectPlugParameters } from "./onchain/connectPlug.js"
export { connectPlug } from "./onchain/connectPlug.js"
export type { PreparedCall, SendThroughPlugParameters } from "./onchain/fees/prepareSend.js"
export { prepareSend } from "./onchain/fees/prepareSend.js"
export type { GetMinFeesParameters } from "./onchain/getMinFees.js"
export { getMinFees } from "./onchain/getMinFees.js"
export type { PlugConfig } from "./onchain/getPlugConfig.js"
export { getPlugConfig } from "./onchain/getPlugConfig.js"
export type { SendThroughPlugReturnType } from "./onchain/sendThroughPlug.js"
export { sendThroughPlug } from "./onchain/sendThroughPlug.js"

// The standard: gateways of ERC-7786, and addresses of ERC-7930
export { gatewayAbi } from "./onchain/standard/gatewayMessage.js"
export type { InteroperableAddress } from "./onchain/standard/interoperableAddress.js"
export { decodeInteroperableAddress, encodeInteroperableAddress } from "./onchain/standard/interoperableAddress.js"
export type { RelayAttribute } from "./onchain/standard/relayAttribute.js"
export { decodeRelayAttribute, encodeRelayAttribute } from "./onchain/standard/relayAttribute.js"

// Who can forge, censor, freeze, change the rules or drain
export type { ReadTrustParameters } from "./TrustPolicy.js"
export { checkTrust } from "#extras/audit/src/trust/checkTrust.js"
export { findPowers } from "#extras/audit/src/trust/findPowers.js"
export type { PathTrust } from "#extras/audit/src/trust/readTrust.js"
export { readPathFacts, readTrust } from "#extras/audit/src/trust/readTrust.js"

// What a multisig batch of somebody else does
export type { JudgeBatchesParameters, Judgement } from "#extras/audit/src/judging/judgeBatches.js"
export { judgeBatches } from "#extras/audit/src/judging/judgeBatches.js"
export type { BatchReading } from "#extras/audit/src/judging/parseBatches.js"
export { parseBatches } from "#extras/audit/src/judging/parseBatches.js"

// Wiring: all connections of an application
export type { ApplyWiringParameters } from "./wiring/apply/applyWiring.js"
export { applyWiring } from "./wiring/apply/applyWiring.js"
export { createWiringJournal } from "./wiring/apply/createWiringJournal.js"
export type { WiringStep } from "./wiring/apply/WiringStep.js"
export { checkWiring } from "./wiring/checkWiring.js"
export { createSafeBatches } from "./wiring/handover/createSafeBatches.js"
export { wireInModule } from "./wiring/handover/wireInModule.js"
export type { PlanWiringParameters } from "./wiring/plan/planWiring.js"
export { planWiring } from "./wiring/plan/planWiring.js"
export type { WiringPlan } from "./wiring/plan/WiringPlan.js"
export type { Wiring, WiringApplication, WiringChain } from "./wiring/Wiring.js"
export { defineWiring } from "./wiring/Wiring.js"

// Logs, ids, reverts and ABIs
export { unpackMessageId, unpackPacketId } from "./ids.js"
export { plugAbi, socketAbi, switchboardAbi } from "./onchain/abi.js"
export { decodeRevert } from "./onchain/decodeRevert.js"
export { listOutboundMessages } from "./onchain/delivery/listOutboundMessages.js"
export type { OutboundMessage } from "./onchain/events.js"
export { readOutboundMessages } from "./onchain/events.js"

// Errors that a script handles. Compare `code`, which also works for all others and across copies of this package.
export { WillNotArriveError } from "./explaining/createPreflight.js"
export { MessageFailedError } from "./following/trackingErrors.js"
export { PlugNotConnectedError } from "./onchain/callErrors.js"
export { BudgetExceededError, FeeTooHighError } from "./onchain/fees/feeErrors.js"
export { ApiKeyRefusedError, MessageNotFoundError } from "./requestErrors.js"
export { MessageNotExecutableError } from "./retrying/retryErrors.js"
export { CallRevertedError, NodeFailedError } from "#src/onchain/callErrors.js"
export { InsufficientBalanceError, TransactionRevertedError } from "#src/onchain/transactionErrors.js"
export type { PlugsError } from "#src/primitives/PlugsError.js"
export { isPlugsError } from "#src/primitives/PlugsError.js"
export { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
