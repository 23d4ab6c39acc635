import type { Address, Hex } from "viem"

import type { CallType, PayloadStatus, TimeoutStatus, TransactionStatus, TriggerStatus } from "#src/gateway/states.js"

export type QueuedPayload = {
  readonly payloadId: Hex
  readonly requestCount: number
  readonly batchCount: number
  readonly appGateway: Address
  readonly callType: CallType
  readonly chainSlug: number
  /** The contract that the chain's socket calls. */
  readonly target: Address
  readonly callData: Hex
  readonly options: CallOptions
  /** The id of the contract that a DEPLOY deploys; zero for other call types. */
  readonly contractId: Hex
  /** When it was queued, in Unix seconds, of the block. */
  readonly createdAt: number
}

/** What is known of one payload. Its status is derived from the logs of both chains and the actors' notes. */
export type PayloadRecord = QueuedPayload & {
  readonly callback: Callback | undefined
  readonly status: PayloadStatus
  /** Clock time at which the status was reached. */
  readonly since: number
  readonly finalized:
    | {
        readonly txHash: Hex
        readonly proof: Hex
        /** The hash of all that the payload is, which the watcher signs. */
        readonly digest: Hex
      }
    | undefined
  /** Undefined until the payload is executed. A read has no transaction. */
  readonly executed:
    { readonly txHash: Hex | undefined; readonly returnData: Hex; readonly gasUsed: bigint } | undefined
  readonly resolved: { readonly txHash: Hex; readonly fee: bigint } | undefined
  /** The latest attempt at its execution or, until it is finalized, at its finalization. */
  readonly executionAttempt: Attempt
  readonly callbackAttempt: Attempt
  /** The transaction that executed another payload with this id, before the gateway chain alone was set back: this one can't be. */
  readonly idUsedIn: Hex | undefined
  /** Whether its next step failed and is not tried again. */
  readonly isGivenUp: boolean
}

type CallOptions = {
  readonly gasLimit: bigint
  readonly value: bigint
  /** Zero for the latest block. */
  readonly readAtBlockNumber: bigint
  readonly isParallel: boolean
  /** The number that the contracts give to low, medium or high. */
  readonly writeFinality: number
}

export type Callback = { readonly selector: Hex; readonly data: Hex }

/** The latest attempt at a step that can revert, and how many failed before. */
export type Attempt = {
  readonly outcome: "NO" | "SIMULATION_SUCCESS" | "SIMULATION_FAILED"
  /** How many attempts have failed. */
  readonly attempts: number
  /** Undefined unless it failed; `0x` if it reverted without data. */
  readonly revertData: Hex | undefined
  /** Clock time of the next attempt; undefined if there will be none. */
  readonly retryAt: number | undefined
}

/** One request with its payloads, in the order in which they were queued. */
export type RequestRecord = {
  readonly requestCount: number
  readonly appGateway: Address
  /** The transaction of the gateway chain that made it. */
  readonly txHash: Hex
  /** The payload whose callback made it; undefined if something else did. */
  readonly openedBy: Hex | undefined
  readonly status: TransactionStatus
  readonly payloads: readonly PayloadRecord[]
  readonly feePoolChain: number
  readonly feePoolToken: Address
  readonly maxFees: bigint
  /** What was charged so far. */
  readonly fee: bigint
  readonly isCancelled: boolean
  readonly isSettled: boolean
}

/** A scheduled call of an app gateway, and how it ended. */
export type TimeoutRecord = {
  readonly timeoutId: Hex
  readonly scheduler: Address
  readonly target: Address
  readonly payload: Hex
  /** Unix seconds. */
  readonly executeAt: number
  readonly status: TimeoutStatus
  readonly originTxHash: Hex
  /** Unix seconds, of the block. */
  readonly createdAt: number
  readonly resolved:
    { readonly txHash: Hex; /** Unix seconds, of the block. */ readonly executedAt: number } | undefined
  readonly attempt: Attempt
}

/** A call by a plug of its app gateway, and what became of it. */
export type TriggerRecord = Trigger & {
  /** The transaction in which the plug called. */
  readonly txHash: Hex
  readonly status: TriggerStatus
  /** The transaction of the gateway chain in which the app gateway was called. */
  readonly handled: { readonly txHash: Hex } | undefined
  readonly attempt: Attempt
}

export type JobRecord =
  | { readonly kind: "timeout"; readonly timeout: TimeoutRecord }
  | { readonly kind: "trigger"; readonly trigger: TriggerRecord }

/** A timeout or a trigger that has changed, and when, by the clock. */
export type JobChange = JobRecord & { readonly at: number }

/** Where an app gateway's contract was deployed. */
type DeploymentRecord = {
  readonly appGateway: Address
  readonly contractId: Hex
  readonly chainSlug: number
  /** Undefined until the deployment is executed. */
  readonly onChainAddress: Address | undefined
  /** The transaction of the gateway chain that requested it; undefined until its request is submitted. */
  readonly txHash: Hex | undefined
  /** When it was requested, in Unix seconds, of the block. */
  readonly requestedAt: number
}

/** What the gateway API reads from the ledger. */
export type GatewayViews = {
  /** The requests that a transaction of the gateway chain made. */
  requestsOf(txHash: Hex): readonly RequestRecord[]
  timeouts(query: {
    readonly txHash?: Hex | undefined
    readonly timeoutId?: Hex | undefined
    readonly target?: Address | undefined
  }): readonly TimeoutRecord[]
  payload(payloadId: Hex): PayloadRecord | undefined
  /** The triggers that a transaction of any chain made. */
  triggers(query: { readonly txHash: Hex }): readonly TriggerRecord[]
  /** The latest deployment of a contract of an app gateway to a chain. */
  deployment(query: Pick<DeploymentRecord, "appGateway" | "contractId" | "chainSlug">): DeploymentRecord | undefined
  /** The address of a DEPLOY payload's contract; undefined until it is executed. */
  deployedBy(payload: PayloadRecord): Address | undefined
  hasForwarder(chainSlug: number, onChainAddress: Address): boolean
}

/** A call by a plug of its app gateway. */
export type Trigger = {
  readonly triggerId: Hex
  readonly appGateway: Address
  readonly chainSlug: number
  readonly plug: Address
  readonly payload: Hex
}

/** A trigger, and the transaction in which it was made or handled. */
export type TriggerIn = { readonly trigger: Trigger; readonly txHash: Hex }

/** Compares all that a trigger is. Its id can come again on a chain that was set back. */
export function isSameTrigger(one: Trigger | undefined, other: Trigger): boolean {
  return (
    one?.appGateway === other.appGateway &&
    one.chainSlug === other.chainSlug &&
    one.plug === other.plug &&
    one.payload === other.payload
  )
}
