import type { Address, Hex } from "viem"

import type { CallType, PayloadStatus, TimeoutStatus, TransactionStatus } from "../../../gateway/states.js"

/** What is known of one payload. Its status follows from the logs of both chains and the actors' notes. */
export type PayloadRecord = {
  readonly payloadId: Hex
  readonly requestCount: number
  readonly batchCount: number
  readonly appGateway: Address
  readonly callType: CallType
  readonly chainSlug: number
  /** What the chain's socket is asked to call. */
  readonly target: Address
  readonly callData: Hex
  readonly options: CallOptions
  /** What is deployed, for a DEPLOY; zero otherwise. */
  readonly contractId: Hex
  readonly callback: Callback | undefined
  readonly status: PayloadStatus
  /** Clock time at which the status was reached. */
  readonly since: number
  readonly finalized: { readonly txHash: Hex; readonly proof: Hex } | undefined
  /** A read has no transaction. */
  readonly executed:
    { readonly txHash: Hex | undefined; readonly returnData: Hex; readonly gasUsed: bigint } | undefined
  readonly resolved: { readonly txHash: Hex; readonly fee: bigint } | undefined
  readonly execution: Attempt
  readonly promise: Attempt
}

export type CallOptions = {
  readonly gasLimit: bigint
  readonly value: bigint
  /** Zero for the latest. */
  readonly readAtBlockNumber: bigint
}

export type Callback = { readonly selector: Hex; readonly data: Hex }

/** What became of trying the call, or its callback, before doing it. */
export type Attempt = {
  readonly outcome: "NO" | "SIMULATION_SUCCESS" | "SIMULATION_FAILED"
  readonly attempts: number
  /** Why it reverts; `0x` when it gave no reason. */
  readonly revertData: Hex | undefined
  /** Clock time of the next try; absent when there will be none. */
  readonly retryAt: number | undefined
}

/** One request with its payloads, in the order in which they were queued. */
export type RequestRecord = {
  readonly requestCount: number
  readonly appGateway: Address
  /** The gateway transaction that made it. */
  readonly txHash: Hex
  readonly status: TransactionStatus
  readonly payloads: readonly PayloadRecord[]
  readonly feePoolChain: number
  readonly feePoolToken: Address
  readonly maxFees: bigint
  /** What was charged until now. */
  readonly fee: bigint
  readonly isCancelled: boolean
  readonly isSettled: boolean
}

export type TimeoutRecord = {
  readonly timeoutId: Hex
  readonly scheduler: Address
  readonly target: Address
  readonly payload: Hex
  /** Unix seconds. */
  readonly executeAt: number
  readonly status: TimeoutStatus
  readonly originTxHash: Hex
  /** Unix seconds of the block. */
  readonly createdAt: number
  readonly resolved: { readonly txHash: Hex; /** Unix seconds of the block. */ readonly executedAt: number } | undefined
  readonly trial: Attempt
}

/** Where an app gateway's contract was deployed. */
export type DeploymentRecord = {
  readonly appGateway: Address
  readonly contractId: Hex
  readonly chainSlug: number
  /** Absent until the deployment was executed. */
  readonly onChainAddress: Address | undefined
}

/** What the gateway API asks of the devnet's knowledge. */
export type GatewayViews = {
  /** The requests that a gateway transaction made, or a trigger's or timeout's own call that is known by that transaction. */
  requestsOf(txHash: Hex): readonly RequestRecord[]
  timeouts(query: {
    readonly txHash?: Hex | undefined
    readonly timeoutId?: Hex | undefined
    readonly target?: Address | undefined
  }): readonly TimeoutRecord[]
  /** The latest deployment of that contract to that chain. */
  deployment(query: {
    readonly appGateway: Address
    readonly contractId: Hex
    readonly chainSlug: number
  }): DeploymentRecord | undefined
  /** The address of a DEPLOY payload's contract; absent until it was executed. */
  deployedBy(payload: PayloadRecord): Address | undefined
  /** Whether the gateway chain has a forwarder for that contract. */
  hasForwarder(chainSlug: number, onChainAddress: Address): boolean
}
