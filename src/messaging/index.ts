// The public API of `hardhat-plugs/messaging`.

// The messaging API
export { createMessagingClient } from "./createMessagingClient.js"
export type { MessagingClient, MessagingClientOptions } from "./createMessagingClient.js"
export type { Message } from "./types.js"
export { formatMalformed } from "../primitives/malformed.js"
export type { MalformedParts } from "../primitives/malformed.js"
export type { MessageStatus } from "./states.js"
export { inboundStates, isFinal, messageStates } from "./states.js"

// Following messages
export type { WatchMessageParameters, WatchMessagesParameters } from "./following/followMessages.js"
export type { MessageStep } from "./following/messageTracker.js"
export type { MessageSource } from "./following/messageSource.js"
export { createChainMessages } from "./following/createChainMessages.js"
export { onMessage, watchMessage, watchMessages } from "./following/watchMessages.js"
export { waitForMessage, waitForMessages } from "./following/waitForMessages.js"

// Why a message has not arrived
export { explainMessage } from "./explaining/explainMessage.js"
export type { ExplainMessageParameters } from "./explaining/explainMessage.js"
export type { MessageCauseName } from "./explaining/messageCauses.js"
export type { ReadableChain } from "./reading/Journey.js"
export type { Cause, Explanation } from "../explaining/Explanation.js"

// Executing a message again
export { retryMessage } from "./retrying/retryMessage.js"
export type { RetryMessageParameters, RetryMessageReturnType } from "./retrying/retryMessage.js"

// Deployments on public chains
export { checkSocket, checkSwitchboard } from "./deployments/checkSocket.js"
export { findDeployment, findSwitchboard, loadDeployments } from "./deployments/findDeployment.js"
export { readDeployments } from "./deployments/readDeployments.js"
export type { ChainDeployment, Deployments } from "./deployments/ChainDeployment.js"
export type { SwitchboardKind } from "./switchboardKinds.js"

// Plugs and their socket, on-chain
export { checkConnection } from "./onchain/checkConnection.js"
export type { CheckConnectionReturnType } from "./onchain/checkConnection.js"
export { connectPlug } from "./onchain/connectPlug.js"
export type { ConnectPlugParameters } from "./onchain/connectPlug.js"
export { getMinFees } from "./onchain/getMinFees.js"
export type { GetMinFeesParameters } from "./onchain/getMinFees.js"
export { getPlugConfig } from "./onchain/getPlugConfig.js"
export type { PlugConfig } from "./onchain/getPlugConfig.js"
export { sendThroughPlug } from "./onchain/sendThroughPlug.js"
export type { SendThroughPlugParameters } from "./onchain/fees/prepareSend.js"
export type { SendThroughPlugReturnType } from "./onchain/sendThroughPlug.js"

// Wiring: all connections of an application
export { defineWiring } from "./wiring/Wiring.js"
export { planWiring } from "./wiring/plan/planWiring.js"
export type { PlanWiringParameters } from "./wiring/plan/planWiring.js"
export type { WiringPlan } from "./wiring/plan/WiringPlan.js"
export { applyWiring } from "./wiring/apply/applyWiring.js"
export type { ApplyWiringParameters } from "./wiring/apply/applyWiring.js"
export type { WiringStep } from "./wiring/apply/WiringStep.js"
export { createWiringJournal } from "./wiring/apply/createWiringJournal.js"
export { checkWiring } from "./wiring/checkWiring.js"
export { createSafeBatches } from "./wiring/handover/createSafeBatches.js"
export { wireInModule } from "./wiring/handover/wireInModule.js"
export type { Wiring, WiringApplication, WiringChain } from "./wiring/Wiring.js"

// Logs, ids, reverts and ABIs
export { readOutboundMessages } from "./onchain/events.js"
export type { OutboundMessage } from "./onchain/events.js"
export { listOutboundMessages } from "./onchain/delivery/listOutboundMessages.js"
export { unpackMessageId, unpackPacketId } from "./ids.js"
export { decodeRevert } from "./onchain/decodeRevert.js"
export { plugAbi, socketAbi, switchboardAbi } from "./onchain/abi.js"

// Errors that a script handles. Compare `code`, which also works for all others and across copies of this package.
export { isPlugsError } from "../primitives/PlugsError.js"
export type { PlugsError } from "../primitives/PlugsError.js"
export { CallRevertedError, NodeFailedError } from "../onchain/callErrors.js"
export { PlugNotConnectedError } from "./onchain/callErrors.js"
export { FeeTooHighError } from "./onchain/fees/feeErrors.js"
export { ApiKeyRefusedError, MessageNotFoundError } from "./requestErrors.js"
export { MessageFailedError } from "./following/trackingErrors.js"
export { MessageNotExecutableError } from "./retrying/retryErrors.js"
export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
export { InsufficientBalanceError, TransactionRevertedError } from "../onchain/transactionErrors.js"
