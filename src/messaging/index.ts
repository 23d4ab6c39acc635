// What scripts import as `hardhat-plugs/messaging`. Every name is a promise to keep, so each is named.

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
export type { Message } from "./message.js"
export { inboundStates, isFailure, isFinal, messageStates } from "./states.js"
export type { InboundStatus, MessageStatus } from "./states.js"
export type { OrUnknown, StateInfo } from "../tracking/states.js"

// Following messages
export { defaultWatchTimeout } from "./followMessages.js"
export type { WatchMessageParameters, WatchMessagesParameters } from "./followMessages.js"
export { vanished } from "./messageStep.js"
export type { MessageStep } from "./messageStep.js"
export { onMessage } from "./onMessage.js"
export { waitForMessage } from "./waitForMessage.js"
export { waitForMessages } from "./waitForMessages.js"
export { watchMessage } from "./watchMessage.js"
export { watchMessages } from "./watchMessages.js"

// Plugs and their socket, on-chain
export { checkConnection } from "./checkConnection.js"
export type {
  CheckConnectionParameters,
  CheckConnectionReturnType,
  ConnectionDifference,
  ConnectionSide,
} from "./checkConnection.js"
export { connectPlug } from "./connectPlug.js"
export type { ConnectPlugParameters, ConnectPlugReturnType } from "./connectPlug.js"
export { getMinFees } from "./getMinFees.js"
export type { GetMinFeesParameters, GetMinFeesReturnType } from "./getMinFees.js"
export { getPlugConfig } from "./getPlugConfig.js"
export type { GetPlugConfigParameters, PlugConfig } from "./getPlugConfig.js"
export { sendThroughPlug } from "./sendThroughPlug.js"
export type { PlugFunction, SendThroughPlugParameters, SendThroughPlugReturnType } from "./sendThroughPlug.js"
export type { TransactOptions } from "../onchain/transact.js"

// What the chains say: logs, ids, reverts, ABIs
export { readOutboundMessages } from "./events.js"
export type { OutboundMessage, ReadableLog } from "./events.js"
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
export { decodeRevert } from "./decodeRevert.js"
export type { DecodedRevert } from "../primitives/revertData.js"
export { capacitorAbi, plugAbi, protocolErrorsAbi, socketAbi, switchboardAbi } from "./abi.js"

// What can go wrong, beside what a request can fail of: `code` tells which, across copies of this package too
export { isPlugsError } from "../primitives/PlugsError.js"
export type { PlugsError } from "../primitives/PlugsError.js"
export { CallRevertedError, NodeFailedError, WrongContractError } from "../onchain/callErrors.js"
export { PlugNotConnectedError } from "./callErrors.js"
export { ApiKeyRefusedError, MessageNotFoundError } from "./requestErrors.js"
export { MessageFailedError, SeveralMessagesError } from "./trackingErrors.js"
export { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
export {
  InsufficientBalanceError,
  NotMinedError,
  NotSubmittedError,
  TransactionRevertedError,
} from "../onchain/transactionErrors.js"
