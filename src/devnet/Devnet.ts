import type { Hex } from "viem"

import type { LocalChain } from "./chain/chains.js"
import type { GatewayContracts, ServedContracts } from "./gateway/deploy.js"
import type { JobChange, PayloadRecord, RequestRecord } from "./gateway/ledger/types.js"
import type { ProtocolContracts } from "./messaging/deploy.js"
import type { MessageRecord } from "./messaging/MessageRecord.js"
import type { DevnetPath } from "./messaging/paths.js"
import type { Relay } from "./relay/relay.js"
import type { Stage } from "./stages.js"
import type { DevnetMarket } from "#src/plugin/extras.js"
import type { RetryOutcome } from "#src/primitives/reverts/RetryOutcome.js"

/** A chain of a devnet, with clients that reach it in this process. */
export type DevnetChain<WithGateway extends boolean = true> = LocalChain & {
  /** JSON-RPC URL, for anything outside this process. */
  readonly rpcUrl: string
  readonly contracts: ProtocolContracts & (WithGateway extends true ? ServedContracts : unknown)
}

/** The gateway of a devnet: its chain, on which app gateways live, and its API. */
export type DevnetGateway = {
  /** Base URL of the gateway API. */
  readonly baseUrl: string
  readonly chain: LocalChain & {
    /** JSON-RPC URL, for anything outside this process. */
    readonly rpcUrl: string
    readonly contracts: GatewayContracts
  }
  /** Returns every request that a transaction of the gateway chain made, in its current state. */
  requestsFromTx(txHash: Hex): readonly RequestRecord[]
  /** Calls the listener when a payload's status changes, when it begins to revert, and when it is given up. Returns how to stop it. */
  onPayload(listener: (record: PayloadRecord) => void): () => void
  /**
   * Calls the listener whenever a timeout or a trigger is made or done, when its call begins to revert, and when it is given up. Returns a
   * function that unsubscribes it. A schedule is a payload of its request: see `onPayload`.
   */
  onJob(listener: (change: JobChange) => void): () => void
}

/** The swap API of a devnet, as options for `createSwapClient`. */
export type DevnetSwap = { readonly baseUrl: string; readonly apiKey: string; readonly affiliate: string }

/** {@link Relay} with the stages of every protocol of the devnet. */
export type DevnetRelay = Relay<Stage>

/**
 * A running devnet, as `startDevnet` returns it: its chains, its APIs, and the relay that carries messages, payloads and routes
 * between them. Without a type parameter its chains are the two that `startDevnet()` starts.
 *
 * @example
 * let devnet: Devnet // devnet.chains.alpha, devnet.chains.beta
 * let larger: Devnet<"alpha" | "beta" | "gamma">
 * function report(any: Devnet<string>) {}
 */
export type Devnet<
  Name extends string = "alpha" | "beta",
  WithGateway extends boolean = true,
  WithMarket extends boolean = true,
> = AsyncDisposable & {
  /** Base URL of everything that the devnet serves. */
  readonly url: string
  readonly chains: Readonly<Record<Name, DevnetChain<WithGateway>>>
  /** The path between every two chains, with the kinds of switchboards on it. */
  readonly paths: readonly DevnetPath[]
  /** The messaging API, as options for `createMessagingClient`. */
  readonly messaging: { readonly baseUrl: string; readonly apiKey: string }
  readonly gateway: WithGateway extends true ? DevnetGateway : undefined
  readonly swap: WithMarket extends true ? DevnetSwap : undefined
  /** The market of each chain. */
  readonly market: WithMarket extends true ? Readonly<Record<Name, DevnetMarket>> : undefined
  readonly relay: DevnetRelay
  /** Returns every message that a transaction sent, in its current state. */
  messagesFromTx(chainSlug: number, txHash: Hex): readonly MessageRecord[]
  /** Calls the listener whenever a message's status changes. Returns a function that unsubscribes it. */
  onMessage(listener: (record: MessageRecord) => void): () => void
  /** Calls the listener with each error in the background; the devnet continues. Returns a function that unsubscribes it. */
  onError(listener: (error: unknown) => void): () => void
  /**
   * Takes a snapshot of everything at once: every chain and its time, the state of every message, payload and route, and the quotes.
   * Returns its id.
   *
   * @example
   * const id = await devnet.snapshot()
   * afterEach(() => devnet.revert(id))
   */
  snapshot(): Promise<Hex>
  /**
   * Goes back to a snapshot: what was sent since is sent no more, and its ids are given again. The relay is held still meanwhile.
   * The same snapshot can be reverted to any number of times; those taken after it no longer can.
   *
   * @throws {InvalidInputError} there is no such snapshot
   */
  revert(id: string): Promise<void>
  /**
   * Tries again what was given up after its last retry: a payload, a callback, a timeout or a trigger. JSON-RPC clients call
   * `devnet_retry` on any of the devnet's URLs instead.
   *
   * @param id of the payload, timeout or trigger
   * @throws {InvalidInputError} the devnet knows nothing with this id
   * @example
   * if ((await devnet.retry(payloadId)) === "retried") await waitForTransaction(client, { txHash })
   */
  retry(id: string): Promise<RetryOutcome>
  /** Stops the relay, the server and the chains. A second call waits for the first. */
  stop(): Promise<void>
}
