import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import type {
  CheckConnectionReturnType,
  ConnectPlugParameters,
  ConnectPlugReturnType,
  EstimateMinFeesParameters,
  GetMessagesParameters,
  GetMinFeesParameters,
  Message,
  MessageStep,
  SendThroughPlugParameters,
  SendThroughPlugReturnType,
  WatchMessageParameters,
  WatchMessagesParameters,
} from "../../messaging/index.js"
import type { ChainEntry } from "../../primitives/chains.js"

/** A chain's slug, or its name in the configuration. */
export type ChainReference = number | string

/**
 * What a network connection gains: cross-chain messaging, bound to the connection's chain and to the configuration. Nothing is
 * loaded, and no key is read, before the first call that needs it.
 *
 * @example
 * const alpha = await network.create("alpha")
 * const { hash } = await alpha.plugs.messaging.sendThroughPlug({ plug, signature: "add(uint32,uint256)", args: [41002, 5n] })
 * await alpha.plugs.messaging.waitForMessage({ srcTxHash: hash })
 */
export type ConnectionPlugs = {
  /**
   * The connection's chain, as `plugs.chains` has it: its slug, and its socket for plugs to be deployed with.
   *
   * @throws {InvalidInputError} no configured chain has the connection's network
   */
  readonly chain: ChainEntry
  readonly messaging: ConnectionMessaging
}

/** The source chain is the connection's own where `srcChainSlug` is left out. */
type FromHere<Parameters> = Omit<Parameters, "srcChainSlug"> & { srcChainSlug?: ChainReference | undefined }

/** The functions of `hardhat-plugs/messaging`, with client, chain and socket filled in. */
export type ConnectionMessaging = {
  /** Asks the messaging API how far the messages of a transaction have come. */
  getMessages(parameters: FromHere<GetMessagesParameters>): Promise<Message[]>
  /** Asks the messaging API what a message would cost at least, in wei. */
  estimateMinFees(
    parameters: FromHere<Omit<EstimateMinFeesParameters, "dstChainSlug">> & { dstChainSlug: ChainReference },
  ): Promise<bigint>
  /** Follows every message of a transaction: each change once. */
  watchMessages(parameters: FromHere<WatchMessagesParameters>): AsyncGenerator<MessageStep, void, undefined>
  /** Follows one message of a transaction. */
  watchMessage(parameters: FromHere<WatchMessageParameters>): AsyncGenerator<MessageStep, void, undefined>
  /** Waits for every message of a transaction. */
  waitForMessages(parameters: FromHere<WatchMessagesParameters>): Promise<Message[]>
  /** Waits for the message of a transaction. */
  waitForMessage(parameters: FromHere<WatchMessageParameters>): Promise<Message>
  /** Calls back at every change, until the returned function is called. */
  onMessage(
    parameters: FromHere<WatchMessageParameters>,
    onStep: (step: MessageStep) => void,
    onError?: (error: unknown) => void,
  ): () => void

  /** Reads what a message costs at least, in wei, from the chain's socket. */
  getMinFees(
    parameters: Omit<GetMinFeesParameters, "socket" | "dstChainSlug"> & { dstChainSlug: ChainReference },
  ): Promise<bigint>
  /** Connects a plug of this chain to its sibling on another. On a devnet the switchboard may be left out: there is one. */
  connectPlug(
    parameters: Omit<ConnectPlugParameters, "siblingChainSlug" | "switchboard"> & {
      siblingChainSlug: ChainReference
      switchboard?: Address | undefined
    },
  ): Promise<ConnectPlugReturnType>
  /** Checks that a plug of this chain and one of another agree, or says in what they differ. */
  checkConnection(parameters: {
    plug: Address
    sibling: { connection: NetworkConnection<string>; plug: Address }
  }): Promise<CheckConnectionReturnType>
  /** Calls a function of a plug that sends messages, as the connection's first account, with the fee attached. */
  sendThroughPlug(parameters: SendThroughPlugParameters): Promise<SendThroughPlugReturnType>
}
