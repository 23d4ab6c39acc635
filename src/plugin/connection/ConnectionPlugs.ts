import type { NetworkConnection } from "hardhat/types/network"
import type { Address, Hex } from "viem"

import type { ConnectionSwap } from "../extras.js"
import type { ConnectedChain } from "./chains/connectionChain.js"
import type { ForwarderContracts } from "./gatewayContracts.js"
import type { GatewayClient } from "#src/gateway/createGatewayClient.js"
import type { ExplainTransactionParameters } from "#src/gateway/explaining/explainTransaction.js"
import type { GatewayCauseName } from "#src/gateway/explaining/gatewayCauses.js"
import type { TimeoutStep, TransactionStep } from "#src/gateway/following/trackers.js"
import type {
  WaitForDeploymentParameters,
  WaitForDeploymentReturnType,
} from "#src/gateway/following/waitForDeployment.js"
import type { WaitForTimeoutReturnType, WatchTimeoutsParameters } from "#src/gateway/following/watchTimeouts.js"
import type { WatchTransactionParameters } from "#src/gateway/following/watchTransaction.js"
import type {
  WaitForCreditsParameters,
  WrapCreditsParameters,
  WrapCreditsReturnType,
} from "#src/gateway/onchain/credits.js"
import type { DepositCreditsParameters, DepositCreditsReturnType } from "#src/gateway/onchain/depositCredits.js"
import type { PredictForwarderAddressParameters } from "#src/gateway/onchain/predictForwarderAddress.js"
import type { SignAppGatewayApprovalParameters } from "#src/gateway/onchain/signAppGatewayApproval.js"
import type { DeployedAddresses, Forwarder, GatewayRequest } from "#src/gateway/types.js"
import type { GetAddressesParameters, GetForwarderParameters } from "#src/gateway/wire/parameters.js"
import type { EstimateMinFeesParameters, GetMessagesParameters } from "#src/messaging/createMessagingClient.js"
import type {
  CheckConnectionReturnType,
  ConnectPlugParameters,
  ExplainMessageParameters,
  Explanation,
  GetMinFeesParameters,
  Message,
  MessageCauseName,
  MessageStep,
  SendThroughPlugReturnType,
  SwitchboardKind,
  WatchMessageParameters,
  WatchMessagesParameters,
} from "#src/messaging/index.js"
import type { ConnectPlugReturnType } from "#src/messaging/onchain/connectPlug.js"
import type { PlugCall, PreparedCall } from "#src/messaging/onchain/fees/prepareSend.js"

/** A chain's slug, or its name in the configuration. */
export type ChainReference = number | string

/**
 * Adds cross-chain messaging, app gateways and swaps to a network connection, bound to its chain and to the configuration. Nothing is
 * loaded, and no API key is read, before the first call that needs it.
 *
 * @example
 * const alpha = await network.create("alpha")
 * const { hash } = await alpha.plugs.messaging.sendThroughPlug({ plug, signature: "add(uint32,uint256)", args: [41002, 5n] })
 * await alpha.plugs.messaging.waitForMessage({ srcTxHash: hash })
 */
export type ConnectionPlugs = {
  /**
   * The connection's chain: its slug, and the socket that plugs are deployed with, as written in `plugs.chains` or known by the network's
   * chain id. No network is asked: other functions check the socket on the chain when they use it.
   *
   * @throws {InvalidInputError} no chain is known for the connection's network, or the configuration does not say its chain id; or `socket`
   * is read, and the configuration has none
   */
  readonly chain: ConnectedChain
  readonly messaging: ConnectionMessaging
  readonly gateway: ConnectionGateway
  readonly swap: ConnectionSwap
}

/** `srcChainSlug` defaults to the connection's own chain. */
type FromHere<Parameters> = Omit<Parameters, "srcChainSlug"> & { srcChainSlug?: ChainReference | undefined }

/** The functions of `hardhat-plugs/messaging` with client, chain and socket bound. */
export type ConnectionMessaging = {
  /** Gets the messages of a transaction from the messaging API. */
  getMessages(parameters: FromHere<GetMessagesParameters>): Promise<Message[]>
  /** Gets the messaging API's estimate of the minimum fee of a message, in wei. */
  estimateMinFees(
    parameters: FromHere<Omit<EstimateMinFeesParameters, "dstChainSlug">> & { dstChainSlug: ChainReference },
  ): Promise<bigint>
  /** Watches every message of a transaction: yields each change once. */
  watchMessages(parameters: FromHere<WatchMessagesParameters>): AsyncGenerator<MessageStep, void, undefined>
  /** Watches one message of a transaction. */
  watchMessage(parameters: FromHere<WatchMessageParameters>): AsyncGenerator<MessageStep, void, undefined>
  /** Waits until every message of a transaction is delivered. */
  waitForMessages(parameters: FromHere<WatchMessagesParameters>): Promise<Message[]>
  /** Waits until the message of a transaction is delivered. */
  waitForMessage(parameters: FromHere<WatchMessageParameters>): Promise<Message>
  /** Calls `onStep` at every change until the returned function is called. */
  onMessage(
    parameters: FromHere<WatchMessageParameters>,
    onStep: (step: MessageStep) => void,
    onError?: (error: unknown) => void,
  ): () => void

  /**
   * Finds out why a message of a transaction has not arrived: from both chains, the messaging API and the project's artifacts. The other
   * chains of `plugs.chains` are connected to when they are read, and closed afterwards. The source `chain` leaves the API out.
   *
   * @throws {InvalidInputError} neither `srcTxHash` nor `messageId` is given
   * @throws {NodeFailedError} the node of the source chain did not answer
   * @example
   * const { verdict, causes } = await alpha.plugs.messaging.explainMessage({ srcTxHash })
   * for (const { name, says, mend } of causes) console.log(name, says, mend?.command)
   */
  explainMessage(
    parameters: FromHere<Pick<GetMessagesParameters, "srcChainSlug" | "signal">> &
      Pick<ExplainMessageParameters, "srcTxHash" | "messageId"> & { source?: "chain" | "both" | undefined },
  ): Promise<Explanation<MessageCauseName>>

  /** Reads the minimum fee of a message from the chain's socket, in wei. */
  getMinFees(
    parameters: Omit<GetMinFeesParameters, "socket" | "dstChainSlug"> & { dstChainSlug: ChainReference },
  ): Promise<bigint>
  /**
   * Connects a plug of this chain to its sibling on another one. The plug has to use the chain's configured socket. `switchboard` is an
   * address or a kind; on a devnet its default is the fast one.
   */
  connectPlug(
    parameters: Omit<ConnectPlugParameters, "siblingChainSlug" | "switchboard" | "socket"> & {
      siblingChainSlug: ChainReference
      switchboard?: Address | SwitchboardKind | undefined
    },
  ): Promise<ConnectPlugReturnType>
  /** Checks that a plug of this chain and its sibling are connected to each other, and reports the differences. */
  checkConnection(parameters: {
    plug: Address
    sibling: { connection: NetworkConnection<string>; plug: Address }
  }): Promise<CheckConnectionReturnType>
  /** Calls a function of a plug that sends messages, as the first account, with the fee. The plug has to use the chain's socket. */
  sendThroughPlug(parameters: CheckedPlugCall): Promise<SendThroughPlugReturnType>
  /**
   * Finds the fee of such a call, and checks all that `sendThroughPlug` checks before it sends. Sends nothing.
   *
   * @throws {WillNotArriveError} a message would not arrive as things are, with the line of source code where `inbound` reverts
   * @example
   * const { fee, messages } = await alpha.plugs.messaging.prepareSend({ plug, signature: "add(uint32,uint256)", args: [41002, 5n] })
   */
  prepareSend(parameters: CheckedPlugCall): Promise<PreparedCall>
}

/** A call of a plug's function, and whether its messages are looked at before it is sent. */
type CheckedPlugCall = PlugCall & {
  /**
   * Whether to refuse messages that would not arrive as things are: `inbound` is simulated on the destination, and what could not be found
   * out is a warning of the process. Default: where the network is not local.
   */
  preflight?: boolean | undefined
}

/** `chainSlug` can be a chain's name in the configuration. */
type OnChain<Parameters> = Omit<Parameters, "chainSlug"> & { chainSlug: ChainReference }

/**
 * The functions of `hardhat-plugs/gateway` with the client and the gateway's contracts bound. Deposits are paid on the connection's
 * chain. Credits are read on the gateway chain, which takes a connection to it.
 *
 * @example
 * const gateway = await network.create("gateway")
 * const { forwarderAddress } = await gateway.plugs.gateway.waitForDeployment({ appGatewayAddress, contractId, chainSlug: "alpha" })
 */
export type ConnectionGateway = {
  /** Gets the requests of a gateway transaction. */
  getTransaction: GatewayClient["getTransaction"]
  /** Gets one payload in full. */
  getPayload: GatewayClient["getPayload"]
  /** Gets the triggers of a transaction of a plug's chain. */
  getTriggers: GatewayClient["getTriggers"]
  /** Gets scheduled calls by transaction, id or target. */
  getTimeouts: GatewayClient["getTimeouts"]
  /** Gets the addresses of an app gateway's contract on a chain. */
  getAddresses(parameters: OnChain<GetAddressesParameters>): Promise<DeployedAddresses>
  /** Gets the forwarder of any contract. */
  getForwarder(parameters: OnChain<GetForwarderParameters>): Promise<Forwarder>

  /** Watches every request of a gateway transaction and its payloads: yields each change once. */
  watchTransaction(parameters: WatchTransactionParameters): AsyncGenerator<TransactionStep, void, undefined>
  /** Waits until every request of a gateway transaction is complete. */
  waitForTransaction(parameters: WatchTransactionParameters): Promise<readonly GatewayRequest[]>
  /** Calls `onStep` at every change until the returned function is called. */
  onTransaction(
    parameters: WatchTransactionParameters,
    onStep: (step: TransactionStep) => void,
    onError?: (error: unknown) => void,
  ): () => void
  /** Watches every timeout that matches: yields each change once. */
  watchTimeouts(parameters: WatchTimeoutsParameters): AsyncGenerator<TimeoutStep, void, undefined>
  /** Waits until a timeout has run. */
  waitForTimeout(parameters: WatchTimeoutsParameters): Promise<WaitForTimeoutReturnType>
  /** Waits until an app gateway's contract and its forwarder are deployed. */
  waitForDeployment(parameters: OnChain<WaitForDeploymentParameters>): Promise<WaitForDeploymentReturnType>

  /**
   * Finds out why a transaction, payload, timeout or trigger has not come to its end, from the gateway API, the gateway chain and the chains
   * that it reaches, as far as the connection and the networks of the configuration reach them. Nothing is sent.
   *
   * @example
   * const { verdict, causes } = await gateway.plugs.gateway.explainTransaction({ id: txHash })
   */
  explainTransaction(
    parameters: Omit<ExplainTransactionParameters, "gateway" | "chainOf" | "slugs" | "api">,
  ): Promise<Explanation<GatewayCauseName>>

  /**
   * Returns the contracts of the gateway chain: those of `plugs.gateway.contracts`, or else those of `plugs.gateway.deployment`, which are
   * checked on the gateway chain. App gateways are deployed with the `addressResolver`.
   *
   * @throws {InvalidInputError} neither says them
   */
  getContracts(): Promise<ForwarderContracts>
  /**
   * Computes the address of a contract's forwarder, deployed or not, from `plugs.gateway.contracts`, or else from the contracts of
   * `plugs.gateway.deployment`, which are checked on the gateway chain.
   */
  predictForwarderAddress(
    parameters: OnChain<Pick<PredictForwarderAddressParameters, "chainSlug" | "onChainAddress">>,
  ): Promise<Address>

  /**
   * Deposits a token of the connection's chain, as its first account, for credits on the gateway chain. The default of `feesPlug` is the
   * one of `plugs.gateway.deployment`; on a devnet `token` has a default, too.
   */
  depositCredits(
    parameters: Omit<DepositCreditsParameters, "feesPlug" | "token"> & {
      feesPlug?: Address | undefined
      token?: Address | undefined
    },
  ): Promise<DepositCreditsReturnType>
  /** Turns native currency of its first account into credits. Requires a connection to the gateway chain. */
  wrapCredits(parameters: Omit<WrapCreditsParameters, "feesManager">): Promise<WrapCreditsReturnType>
  /**
   * Signs, as its first account, a permission for an app gateway to spend that account's credits. Requires a connection to the gateway
   * chain. The default of `gatewaySlug` is the one of `plugs.gateway.deployment`, or else the chain id.
   */
  signAppGatewayApproval(
    parameters: Omit<SignAppGatewayApprovalParameters, "feesManager" | "gatewaySlug"> & {
      gatewaySlug?: number | undefined
    },
  ): Promise<Hex>
  /** Reads the credits that an account can spend. Requires a connection to the gateway chain. */
  getAvailableCredits(parameters: { account: Address }): Promise<bigint>
  /** Waits until an account can spend at least `atLeast` credits. Requires a connection to the gateway chain. */
  waitForCredits(parameters: Omit<WaitForCreditsParameters, "feesManager">): Promise<bigint>
}
