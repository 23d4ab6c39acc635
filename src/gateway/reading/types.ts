import type { Address, Client, Hex } from "viem"

import type { CallType } from "../states.js"
import type { GatewayRequest, Payload, Timeout, Trigger } from "../types.js"
import type { Head, Mined } from "#src/onchain/logs.js"

/** The gateway chain, and its contracts. */
export type GatewayChain = Omit<ReachedChain, "socket"> & {
  readonly addressResolver: Address
  readonly watcher: Address
  readonly feesManager: Address
}

/** A chain that app gateways reach. */
export type ReachedChain = {
  readonly client: Client
  readonly slug: number
  /** Its name in sentences and commands. */
  readonly name: string
  /** The socket of app gateways; `undefined` if it is not known. */
  readonly socket: Address | undefined
}

/** The options of a call, as its app gateway set them. */
export type CallOptions = {
  /** 0 for a read or a schedule, which use no gas. */
  readonly gasLimit: bigint
  /** Wei of the chain's native token. */
  readonly value: bigint
  readonly readAtBlockNumber: bigint
}

/** A payload, from the logs of the gateway chain and of its own, and from the API. Values of logs that cannot be read are `null`. */
export type PayloadFacts = {
  readonly payloadId: Hex
  readonly requestCount: number | null
  /** Batches run one after another. */
  readonly batchCount: number
  readonly appGateway: Address | null
  readonly callType: CallType
  readonly chainSlug: number
  readonly target: Address | null
  readonly callData: Hex
  readonly options: CallOptions | null
  readonly queued: Mined | null
  readonly callback: { readonly selector: Hex; readonly data: Hex } | null
  /** For a schedule whose batch has begun: when it is due, in seconds since 1970. */
  readonly dueAt: bigint | null
  readonly finalized: (Mined & { readonly proof: Hex }) | null
  /** A read is executed without a transaction. */
  readonly executed: {
    readonly mined: Mined | null
    readonly returnData: Hex | null
    readonly gasUsed: bigint | null
  } | null
  readonly resolved: (Mined & { readonly fee: bigint }) | { readonly transactionHash: Hex } | null
  /** It was marked as one that is tried no more. */
  readonly marked: (Mined & { readonly revertData: Hex }) | null
  /** The payload in the API; `undefined` if it is unknown there, or there is no API. */
  readonly reported: Payload | undefined
}

/** A request. Values of logs that cannot be read are `null`. */
export type RequestFacts = {
  readonly requestCount: number | null
  /** The transaction of the gateway chain that made it. */
  readonly txHash: Hex
  readonly submitted: Mined | null
  readonly appGateway: Address | null
  /** Credits in the smallest unit, after every increase. */
  readonly maxFees: bigint | null
  readonly cancelled: Mined | null
  readonly settled: Mined | null
  /** In the order of their batches. */
  readonly payloads: readonly PayloadFacts[]
  /** The payload, timeout or trigger whose call made it; `null` if the transaction itself did. */
  readonly openedBy: Hex | null
  readonly reported: GatewayRequest | undefined
}

/** A timeout that is no schedule of a request. */
export type TimeoutFacts = {
  readonly timeoutId: Hex
  /** `null` if its log cannot be read. */
  readonly scheduled: Mined | null
  readonly originTxHash: Hex | null
  readonly target: Address | null
  readonly payload: Hex | null
  /** Seconds since 1970. */
  readonly dueAt: bigint
  readonly resolved: Mined | { readonly transactionHash: Hex | null } | null
  readonly reported: Timeout | undefined
}

/** A plug's call of its app gateway. */
export type TriggerFacts = {
  readonly triggerId: Hex
  readonly chain: ReachedChain
  readonly sent: Mined | null
  readonly plug: Address | null
  readonly appGateway: Address | null
  readonly payload: Hex | null
  readonly handled: Mined | { readonly transactionHash: Hex | null } | null
  readonly reported: Trigger | undefined
}

/** A change of an existing request by its app gateway. */
export type RequestChange = {
  readonly requestCount: number
  readonly mined: Mined
  /** The new maximum fees, in credits in the smallest unit; `null` if the request was cancelled. */
  readonly maxFees: bigint | null
}

export type TransactionFacts = {
  readonly txHash: Hex
  readonly chain: GatewayChain | ReachedChain
  readonly state: "mined" | "pending" | "unknown"
  readonly mined: Mined | null
  /** Whether it is mined and reverted. */
  readonly reverted: boolean
  /** Its revert data, simulated on the block before its own; `null` if it did not revert, or nothing can be simulated. */
  readonly revertData: Hex | null
  readonly from: Address | null
  readonly to: Address | null
  readonly input: Hex
  readonly value: bigint
}

/** Whether the API knows the subject, or why it did not answer. */
export type ApiAnswer =
  { readonly kind: "answer"; readonly isKnown: boolean } | { readonly kind: "no answer"; readonly message: string }

/** The prices and operator of a watcher contract. Credits are in the smallest unit. */
export type WatcherFacts = {
  /** Of any payload, of a trigger and of a timeout. */
  readonly payloadFee: bigint
  readonly feePerGas: bigint
  /** The account that calls it for payloads, timeouts and triggers. */
  readonly operator: Address
}

export type GatewayReading = {
  readonly kind: "transaction" | "payload" | "timeout" | "trigger" | "unknown"
  readonly id: Hex
  readonly gateway: GatewayChain
  readonly head: Head
  /** The chain's own time, in seconds since 1970: that of a block mined now. */
  readonly now: bigint
  /** The subject, or the transaction that made it. */
  readonly transaction: TransactionFacts | null
  /** Those of the transaction first, then those that callbacks, timeouts and triggers opened. */
  readonly requests: readonly RequestFacts[]
  readonly timeouts: readonly TimeoutFacts[]
  readonly triggers: readonly TriggerFacts[]
  /** Changes of existing requests by the transaction. */
  readonly changes: readonly RequestChange[]
  readonly api: ApiAnswer | undefined
  /** `null` if it is not the devnet's watcher contract. The logs of others are not known, and only the API tells. */
  readonly watcher: WatcherFacts | null
}
