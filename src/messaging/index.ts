// The public API of `hardhat-plugs/messaging`. Every name is exported explicitly, because each one has to stay.

// The messaging API
export { createMessagingClient } from "./createMessagingClient.js"
export type {
  EstimateMinFeesParameters,
  EstimateMinFeesReturnType,
  GetMessagesParameters,
  GetMessagesReturnType,
  MessagingClient,
  MessagingClientOptions,
} from "./createMessagingClient.js"
export type { Message } from "./types.js"
export { formatMalformed } from "../primitives/malformed.js"
export type { MalformedPart, MalformedParts } from "../primitives/malformed.js"
export { inboundStates, isFailure, isFinal, messageStates } from "./states.js"
export type { InboundStatus, MessageStatus } from "./states.js"
export type { OrUnknown, StateInfo } from "../tracking/states.js"

// Following messages
export { defaultWatchTimeout } from "./following/followMessages.js"
export type { WatchMessageParameters, WatchMessagesParameters } from "./following/followMessages.js"
export { vanished } from "../tracking/tracker.js"
export type { MessageStep } from "./following/messageTracker.js"
export type { MessageSource } from "./following/messageSource.js"
export { createChainMessages } from "./onchain/delivery/createChainMessages.js"
export type { ChainMessagesOptions } from "./onchain/delivery/createChainMessages.js"
export type { MessageChain } from "./onchain/delivery/readDelivery.js"
export { readInboundRevert } from "./onchain/delivery/readInboundRevert.js"
export type { InboundMessage } from "./onchain/delivery/readInboundRevert.js"
export { onMessage } from "./following/onMessage.js"
export { waitForMessage } from "./following/waitForMessage.js"
export { waitForMessages } from "./following/waitForMessages.js"
export { watchMessage } from "./following/watchMessage.js"
export { watchMessages } from "./following/watchMessages.js"

// Why a message has not arrived
export { explainMessage } from "./explaining/explainMessage.js"
export type { ExplainMessageParameters } from "./explaining/explainMessage.js"
export type { MessageCauseName } from "./explaining/messageCauses.js"
export { deployedStageTimes, devnetStageTimes } from "./explaining/stageTimes.js"
export type { Stage, StageTime, StageTimes } from "./explaining/stageTimes.js"
export type { FindSource } from "../explaining/evidence.js"
export type { ReadableChain } from "./reading/Journey.js"
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

// Executing a message again
export { retryMessage } from "./retrying/retryMessage.js"
export type { RetryMessageParameters, RetryMessageReturnType } from "./retrying/retryMessage.js"
export type { ExecutedBefore, ExecutionRight } from "./retrying/prepareRetry.js"
export type { Mined } from "../onchain/logs.js"
export { GasPriceTooHighError, MessageNotExecutableError, NotExecutorError } from "./retrying/retryErrors.js"

// Deployments on public chains
export { checkSocket, checkSwitchboard } from "./deployments/checkSocket.js"
export type { CheckSocketParameters, CheckSwitchboardParameters } from "./deployments/checkSocket.js"
export { DeploymentMismatchError, NoSwitchboardError, UnknownDeploymentError } from "./deployments/deploymentErrors.js"
export { findDeployment, loadDeployments } from "./deployments/findDeployment.js"
export { findSwitchboard } from "./deployments/findSwitchboard.js"
export type { FindSwitchboardParameters } from "./deployments/findSwitchboard.js"
export { readDeployments } from "./deployments/readDeployments.js"
export type { ChainDeployment, DeployedSwitchboard, Deployments } from "./deployments/types.js"
export type { SwitchboardKind } from "./switchboardKinds.js"
export { DataFileError } from "../primitives/files/DataFileError.js"
export type { FileProblem } from "../primitives/files/DataFileError.js"

// Plugs and their socket, on-chain
export { checkConnection } from "./onchain/checkConnection.js"
export type {
  CheckConnectionParameters,
  CheckConnectionReturnType,
  ConnectionDifference,
  ConnectionSide,
  NotChecked,
} from "./onchain/checkConnection.js"
export { connectPlug } from "./onchain/connectPlug.js"
export type { ConnectPlugParameters, ConnectPlugReturnType } from "./onchain/connectPlug.js"
export type { ConnectFunction } from "./onchain/connection/connectCall.js"
export { getMinFees } from "./onchain/getMinFees.js"
export type { GetMinFeesParameters, GetMinFeesReturnType } from "./onchain/getMinFees.js"
export { getPlugConfig } from "./onchain/getPlugConfig.js"
export type { GetPlugConfigParameters, PlugConfig } from "./onchain/getPlugConfig.js"
export { sendThroughPlug } from "./onchain/sendThroughPlug.js"
export type { SendThroughPlugReturnType } from "./onchain/sendThroughPlug.js"
export type { PlugCall, SendThroughPlugParameters } from "./onchain/fees/prepareSend.js"
export type { PlugFunction } from "./onchain/plugCall.js"
export { maxFeeOfUnknownSocket } from "./onchain/fees/checkFee.js"
export { maxFeeMultiple } from "./onchain/readDefaultMaxFee.js"
export type { TransactOptions } from "../onchain/transact.js"

// Wiring: all connections of an application
export { defineWiring } from "./wiring/defineWiring.js"
export { planWiring } from "./wiring/plan/planWiring.js"
export type { PlanWiringParameters, SwitchboardOf } from "./wiring/plan/planWiring.js"
export type { ContractOf } from "./wiring/plan/listConnections.js"
export type {
  ConnectionState,
  ExtraConnection,
  WiredConnection,
  WiringChange,
  WiringPlan,
  WiringProblem,
} from "./wiring/plan/WiringPlan.js"
export { applyWiring } from "./wiring/apply/applyWiring.js"
export type { ApplyWiringParameters, ApplyWiringReturnType } from "./wiring/apply/applyWiring.js"
export type { AppliedChange, AppliedStatus, WiringStep } from "./wiring/apply/types.js"
export { createWiringJournal } from "./wiring/apply/createWiringJournal.js"
export type { WiringEntry, WiringJournal } from "./wiring/apply/WiringJournal.js"
export type { Submission } from "../onchain/submission/Submission.js"
export { checkWiring } from "./wiring/checkWiring.js"
export type { CheckWiringReturnType } from "./wiring/checkWiring.js"
export { createSafeBatches } from "./wiring/handover/createSafeBatches.js"
export type { ChainBatch, SafeBatch } from "./wiring/handover/createSafeBatches.js"
export { wireInModule } from "./wiring/handover/wireInModule.js"
export type { ModuleBuilder, ModuleConnection, WireInModuleOptions } from "./wiring/handover/wireInModule.js"
export type {
  UnreachedChain,
  Wiring,
  WiringApplication,
  WiringChain,
  WiringChains,
  WiringFunction,
  WiringPair,
} from "./wiring/types.js"

// Logs, ids, reverts and ABIs
export { readOutboundMessages } from "./onchain/events.js"
export type { OutboundMessage, ReadableLog } from "./onchain/events.js"
export { listOutboundMessages } from "./onchain/delivery/listOutboundMessages.js"
export type {
  ListedMessage,
  ListOutboundMessagesParameters,
  ListOutboundMessagesReturnType,
} from "./onchain/delivery/listOutboundMessages.js"
export {
  attestDigest,
  hashPackedMessage,
  packMessageId,
  packPacketId,
  sealDigest,
  unpackMessageId,
  unpackPacketId,
} from "./ids.js"
export type { MessageIdParts, PackedMessageParts, PacketIdParts } from "./ids.js"
export { decodeRevert } from "./onchain/decodeRevert.js"
export type { DecodeRevertReturnType } from "./onchain/decodeRevert.js"
export type { RevertExplanation } from "./onchain/reverts/revertExplanations.js"
export type { DecodedRevert } from "../primitives/reverts/decodeRevertData.js"
export { capacitorAbi, plugAbi, protocolErrorsAbi, socketAbi, switchboardAbi } from "./onchain/abi.js"

// Errors, except those of every HTTP request. Compare `code`, which also works across copies of this package.
export { isPlugsError } from "../primitives/PlugsError.js"
export type { PlugsError } from "../primitives/PlugsError.js"
export { CallRevertedError, NodeFailedError, WrongContractError } from "../onchain/callErrors.js"
export { ConnectionNotMadeError, PlugNotConnectedError } from "./onchain/callErrors.js"
export {
  FeeKeptError,
  FeeNotCheckedError,
  FeeNotCredibleError,
  FeeNotFoundError,
  FeeTooHighError,
  MessageNotCheckedError,
  NoMessageError,
  WrongSocketError,
} from "./onchain/fees/feeErrors.js"
export { ApiKeyRefusedError, MessageNotFoundError } from "./requestErrors.js"
export { MessageFailedError, NothingToFollowError, SeveralMessagesError } from "./following/trackingErrors.js"
export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
export {
  InsufficientBalanceError,
  NotMinedError,
  NotSubmittedError,
  TransactionRevertedError,
} from "../onchain/transactionErrors.js"
