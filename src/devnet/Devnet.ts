import type { Hex } from "viem"

import type { Clock } from "../primitives/clock.js"
import type { LocalChain } from "./chain/chains.js"
import type { ProtocolContracts } from "./messaging/deploy.js"
import type { GatewayContracts, ServedContracts } from "./gateway/deploy.js"
import type { PayloadRecord, RequestRecord } from "./gateway/ledger/records.js"
import type { ChainRequest } from "./identifyChains.js"
import type { MessageRecord } from "./messaging/ledger.js"
import type { DevnetMarket } from "./market/DevnetMarket.js"
import type { RetryPolicy } from "./relay/RetryPolicy.js"
import type { Relay } from "./relay/relay.js"

export type StartDevnetOptions<
  Name extends string = string,
  WithGateway extends boolean = true,
  WithMarket extends boolean = true,
> = {
  /** Names, or names with numbers. Default: `["alpha", "beta"]`, numbered from 41001. */
  readonly chains?: readonly ChainRequest<Name>[]
  /** Port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number
  /** What the messaging and swap APIs want in `x-api-key`. Default: `"devnet"`. */
  readonly apiKey?: string
  /** What the swap API wants in `affiliate`. Default: `"devnet"`. */
  readonly affiliate?: string
  /** How many watchers must attest each packet. Default: 1. */
  readonly watchers?: number
  /** Milliseconds between blocks. Default: a block as soon as there is a transaction. */
  readonly blockTime?: number
  /** Milliseconds that each state of a message or payload lasts at least, so that a person can watch. Default: 0. */
  readonly pace?: number
  /** How a reverting `inbound`, payload or callback is tried again. Default: 30 tries, a second apart. */
  readonly executionRetries?: RetryPolicy
  /** Whether there is a gateway, with a chain of its own. Default: true. */
  readonly gateway?: WithGateway
  /** Whether there is a market on every chain, and a swap API. Default: true. */
  readonly market?: WithMarket
  readonly clock?: Clock
}

/** One chain of a devnet, with clients that reach it in this process. */
export type DevnetChain<WithGateway extends boolean = true> = LocalChain & {
  /** For anything outside this process. */
  readonly rpcUrl: string
  readonly contracts: ProtocolContracts & (WithGateway extends true ? ServedContracts : unknown)
}

/** The gateway of a devnet: its chain, on which app gateways live, and its API. */
export type DevnetGateway = {
  /** Of the gateway API. */
  readonly baseUrl: string
  readonly chain: LocalChain & {
    /** For anything outside this process. */
    readonly rpcUrl: string
    readonly contracts: GatewayContracts
  }
  /** Every request that a transaction of the gateway chain made, as the devnet knows it now. */
  requestsFromTx(txHash: Hex): readonly RequestRecord[]
  /**
   * Calls the listener at every change of any payload's status, when it or its callback begins to revert, and when it is given up.
   * Gives back what ends that.
   */
  onPayload(listener: (record: PayloadRecord) => void): () => void
}

/** The swap API of a devnet, as `createSwapClient` takes it. */
export type DevnetSwap = { readonly baseUrl: string; readonly apiKey: string; readonly affiliate: string }

export type Devnet<
  Name extends string = string,
  WithGateway extends boolean = true,
  WithMarket extends boolean = true,
> = AsyncDisposable & {
  readonly url: string
  readonly chains: Readonly<Record<Name, DevnetChain<WithGateway>>>
  readonly messaging: { readonly baseUrl: string; readonly apiKey: string }
  readonly gateway: WithGateway extends true ? DevnetGateway : undefined
  readonly swap: WithMarket extends true ? DevnetSwap : undefined
  /** The market of each chain. */
  readonly market: WithMarket extends true ? Readonly<Record<Name, DevnetMarket>> : undefined
  readonly relay: Relay
  /** Every message that was sent, as the devnet knows it now. */
  messagesFromTx(chainSlug: number, txHash: Hex): readonly MessageRecord[]
  /** Calls the listener at every change of any message's status. Gives back what ends that. */
  onMessage(listener: (record: MessageRecord) => void): () => void
  /** Calls the listener with what goes wrong in the background, where it is tried again. */
  onError(listener: (error: unknown) => void): () => void
  stop(): Promise<void>
}
