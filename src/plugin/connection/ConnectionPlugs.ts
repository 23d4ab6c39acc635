import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import type {
  DeployedAddresses,
  DepositCreditsParameters,
  DepositCreditsReturnType,
  Forwarder,
  GatewayClient,
  GatewayRequest,
  GetAddressesParameters,
  GetForwarderParameters,
  PredictForwarderAddressParameters,
  TimeoutStep,
  TransactionStep,
  WaitForCreditsParameters,
  WaitForDeploymentParameters,
  WaitForDeploymentReturnType,
  WaitForTimeoutParameters,
  WaitForTimeoutReturnType,
  WatchTimeoutsParameters,
  WatchTransactionParameters,
} from "../../gateway/index.js"
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
import type { ConnectionSwap } from "./ConnectionSwap.js"

/** A chain's slug, or its name in the configuration. */
export type ChainReference = number | string

/**
 * What a network connection gains: cross-chain messaging, app gateways and swaps, bound to the connection's chain and to the
 * configuration. Nothing is loaded, and no key is read, before the first call that needs it.
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
  readonly gateway: ConnectionGateway
  readonly swap: ConnectionSwap
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

/** A chain by its slug, or by its name in the configuration. */
type OnChain<Parameters> = Omit<Parameters, "chainSlug"> & { chainSlug: ChainReference }

/**
 * The functions of `hardhat-plugs/gateway`, with the client and the gateway's contracts filled in. Deposits are paid on the
 * connection's chain; credits are read on the gateway chain, so from a connection to that.
 *
 * @example
 * const gateway = await network.create("gateway")
 * const { forwarderAddress } = await gateway.plugs.gateway.waitForDeployment({ appGatewayAddress, contractId, chainSlug: "alpha" })
 */
export type ConnectionGateway = {
  /** Asks how far the requests of a gateway transaction are. */
  getTransaction: GatewayClient["getTransaction"]
  /** Asks for scheduled calls, by transaction, id or target. */
  getTimeouts: GatewayClient["getTimeouts"]
  /** Asks where an app gateway's contract was deployed. */
  getAddresses(parameters: OnChain<GetAddressesParameters>): Promise<DeployedAddresses>
  /** Asks for the forwarder of any contract. */
  getForwarder(parameters: OnChain<GetForwarderParameters>): Promise<Forwarder>

  /** Follows every request of a gateway transaction and their payloads: each change once. */
  watchTransaction(parameters: WatchTransactionParameters): AsyncGenerator<TransactionStep, void, undefined>
  /** Waits until every request of a gateway transaction is complete. */
  waitForTransaction(parameters: WatchTransactionParameters): Promise<readonly GatewayRequest[]>
  /** Calls back at every change, until the returned function is called. */
  onTransaction(
    parameters: WatchTransactionParameters,
    onStep: (step: TransactionStep) => void,
    onError?: (error: unknown) => void,
  ): () => void
  /** Follows every timeout that matches: each change once. */
  watchTimeouts(parameters: WatchTimeoutsParameters): AsyncGenerator<TimeoutStep, void, undefined>
  /** Waits until a timeout has run. */
  waitForTimeout(parameters: WaitForTimeoutParameters): Promise<WaitForTimeoutReturnType>
  /** Waits until an app gateway's contract is deployed, and its forwarder. */
  waitForDeployment(parameters: OnChain<WaitForDeploymentParameters>): Promise<WaitForDeploymentReturnType>

  /** Computes where the forwarder of a contract is or will be, from `plugs.gateway.contracts`. */
  predictForwarderAddress(
    parameters: OnChain<Pick<PredictForwarderAddressParameters, "chainSlug" | "onChainAddress">>,
  ): Promise<Address>

  /**
   * Pays a token of the connection's chain in, as its first account, for credits on the gateway chain. On a devnet the fees plug and
   * the token may be left out: there is one of each.
   */
  depositCredits(
    parameters: Omit<DepositCreditsParameters, "feesPlug" | "token"> & {
      feesPlug?: Address | undefined
      token?: Address | undefined
    },
  ): Promise<DepositCreditsReturnType>
  /** Reads what an account can spend. The connection must be one to the gateway chain. */
  getAvailableCredits(parameters: { account: Address }): Promise<bigint>
  /** Waits until an account can spend so much. The connection must be one to the gateway chain. */
  waitForCredits(parameters: Omit<WaitForCreditsParameters, "feesManager">): Promise<bigint>
}
