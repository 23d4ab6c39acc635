import type { Address, Hex } from "viem"

import type {
  CallType,
  DeploymentStatus,
  PayloadStatus,
  TimeoutStatus,
  TransactionStatus,
  TriggerStatus,
} from "./states.js"
import type { OrUnknown } from "#src/tracking/states.js"

// Field names are the API's own. Addresses are checksummed. What is not known yet is `null`, including what the API reports as
// the zero address.

/**
 * A value of another form than the API documents, kept as it came: an address of a chain that is not EVM, or return data that is not hex.
 * The field itself is `null`. One odd value never costs the whole answer.
 */
export type ForeignValue = {
  /** Where it was, such as `executeDetails.returnData`. */
  readonly path: string
  readonly received: unknown
  /** What the API documents there, such as `0x and hex digits`. */
  readonly expected: string
}

/**
 * One request of a gateway transaction: everything that one `async` function of an app gateway queued. A transaction that ran
 * several such functions has several requests.
 *
 * The API answers in several shapes, and the devnet's in all of them at once; all are parsed into this one. A request that cannot be read
 * has the status UNREADABLE.
 */
export type GatewayRequest = {
  readonly status: OrUnknown<TransactionStatus>
  /** The gateway's number for the request; `null` in the API's older shape, which has none. */
  readonly requestCount: number | null
  /** Writes and reads, ordered by batch; within a batch, writes come first. */
  readonly payloads: readonly Payload[]
  readonly feesInfo: FeesInfo | null
  /** The gateway transaction that made the request. Present where requests of several transactions are together. */
  readonly txHash?: Hex | undefined
  /** The payload whose callback made the request; `null` if something else did, absent if the API does not say. The devnet's does. */
  readonly openedBy?: string | null | undefined
  /** What could not be read, payloads that were left out among it; absent if everything could. */
  readonly foreign?: readonly ForeignValue[] | undefined
}

/** One call of a request. */
export type Payload = {
  /** The API list that the payload came from. In the older shape, which has one list, it follows from `callType`. */
  readonly kind: "write" | "read"
  readonly payloadId: string
  /** The execution status, or the finalization or callback status if that is further along. */
  readonly status: OrUnknown<PayloadStatus>
  /** The chain that the payload is executed on. */
  readonly chainSlug: number
  readonly target: Address | null
  /** Calldata. */
  readonly payload: Hex | null
  readonly callType: OrUnknown<CallType>
  /** Batches of a request run one after another; the payloads of a batch run in parallel. */
  readonly batchCount: number | null
  readonly finalizeDetails: { readonly finalizeTxHash: Hex | null; readonly finalizeStatus: string | null }
  /** Whether the proof is on the chain; absent where the API does not say it, as of a read. */
  readonly proofUploadDetails?:
    { readonly proofUploadTxHash: Hex | null; readonly proofUploadStatus: string | null } | undefined
  readonly executeDetails: {
    readonly isExecuted: boolean
    readonly executionStatus: OrUnknown<PayloadStatus>
    readonly executeTxHash: Hex | null
    readonly returnData: Hex | null
  }
  readonly callBackDetails: { readonly callbackTxHash: Hex | null; readonly callbackStatus: string | null }
  readonly simulationDetails: SimulationDetails
  /** What a payload with call type DEPLOY deploys; `null` for any other call type. */
  readonly appGatewayDetails: AppGatewayDetails | null
  /** True if it reverts and is tried no more: EXECUTION_FAILED or PROMISE_RESOLVE_FAILED. */
  readonly isGivenUp?: boolean | null | undefined
  /** What could not be read; absent if everything could. */
  readonly foreign?: readonly ForeignValue[] | undefined
}

/** One payload in full, as `getPayload` returns it. */
export type PayloadDetails = {
  readonly id: number | null
  readonly payloadId: string
  /** The furthest of the three statuses below. */
  readonly status: OrUnknown<PayloadStatus>
  readonly requestCount: number | null
  readonly batchCount: number | null
  readonly payloadCount: number | null
  /** The contract that receives the result; `null` on the devnet, where the app gateway itself does. */
  readonly asyncPromise: Address | null
  readonly chainSlug: number
  readonly target: Address | null
  /** Calldata. */
  readonly payload: Hex | null
  /** Wei of the chain's native token. */
  readonly value: bigint | null
  readonly appGateway: Address | null
  /** Unix seconds after which it is executed no more; 0 or `null` for never. */
  readonly deadline: number | null
  readonly isParallel: boolean | null
  /** 0, 1 and 2: low, medium and high. */
  readonly writeFinality: number | null
  /** The block that a read reads at; 0 for the latest. */
  readonly readAt: bigint | null
  readonly finalizeTxHash: Hex | null
  readonly finalizeStatus: string | null
  readonly isFinalized: boolean | null
  readonly executeTxHash: Hex | null
  readonly executeStatus: string | null
  readonly isExecuted: boolean | null
  readonly callbackTxHash: Hex | null
  readonly callbackStatus: string | null
  readonly isCallbackCompleted: boolean | null
  /** The four simulation fields of the answer, as `revertsOf` takes them. */
  readonly simulationDetails: SimulationDetails
  /** READ, WRITE or SCHEDULE. A chain knows no others: a deployment is a WRITE. An unknown number is kept as text. */
  readonly callType: OrUnknown<CallType | "SCHEDULE"> | null
  readonly returnData: Hex | null
  /** The watcher's signature. */
  readonly proof: Hex | null
  readonly gasLimit: bigint | null
  readonly estimatedGasLimit: bigint | null
  /** What the watcher signs. */
  readonly digest: Hex | null
  readonly switchboard: Hex | null
  readonly prevDigestsHash: Hex | null
  /** ISO 8601. */
  readonly createdAt: string | null
  /** ISO 8601. */
  readonly updatedAt: string | null
  /** True if it reverts and is tried no more: EXECUTION_FAILED or PROMISE_RESOLVE_FAILED. */
  readonly isGivenUp?: boolean | null | undefined
  /** What could not be read; absent if everything could. */
  readonly foreign?: readonly ForeignValue[] | undefined
}

/** A call by a plug of its app gateway, as `getTriggers` returns it. */
export type Trigger = {
  readonly status: OrUnknown<TriggerStatus>
  /** The transaction in which the plug called. */
  readonly onChainTxHash: Hex | null
  /** The trigger's id. */
  readonly callId: string
  /** The chain of the plug. */
  readonly chainSlug: number | null
  readonly plug: Address | null
  readonly payload: {
    readonly appGateway: Address | null
    /** Calldata for the app gateway. */
    readonly payload: Hex | null
    readonly params: Hex | null
  }
  readonly ExecutionDetails: {
    /** The transaction of the gateway chain in which the app gateway was called; `null` until then. */
    readonly appGatewayTxHash: Hex | null
    readonly simulationStatus: string | null
    /** Undecoded, as the API returns it. `revertOfTrigger` decodes it. */
    readonly revertString: string | null
  }
  /** True if it reverts and is tried no more. Only the devnet's API says so. */
  readonly isGivenUp?: boolean | null | undefined
  /** What could not be read; absent if everything could. */
  readonly foreign?: readonly ForeignValue[] | undefined
}

/** Results of simulating a payload and its callback before they are executed. */
export type SimulationDetails = {
  readonly executeSimulationStatus: string | null
  /** Undecoded, as the API returns it. `revertsOf` decodes it. */
  readonly executeRevertString: string | null
  readonly callbackSimulationStatus: string | null
  /** Undecoded, as the API returns it. `revertsOf` decodes it. */
  readonly callbackRevertString: string | null
}

/** A deployed contract and its forwarder. */
export type AppGatewayDetails = {
  /** `null` until the contract is deployed on its chain. */
  readonly onChainAddress: Address | null
  /** `null` until `onChainAddress`, which determines it, is known. */
  readonly forwarderAddress: Address | null
  /** True once the callback of the deployment has run. From then on the forwarder can be used. */
  readonly isForwarderDeployed: boolean
}

/** The most that a request may cost and what it did cost. Amounts are decimal strings in whole tokens, as the API returns them. */
export type FeesInfo = {
  /** The chain whose fee pool pays: its slug, or its name if the API gives a name. */
  readonly feePoolChain: number | string | null
  /** The address or symbol of the token. */
  readonly feePoolToken: string | null
  readonly maxFees: string | null
  /** What the transmitter charged. */
  readonly fee: string | null
}

/** A call that an app gateway scheduled for later. */
export type Timeout = {
  readonly id: number | null
  readonly timeoutId: string
  readonly status: OrUnknown<TimeoutStatus>
  /** The contract on the gateway chain to call. */
  readonly target: Address | null
  /** Calldata. */
  readonly payload: Hex | null
  /** When the call is due, in Unix seconds. */
  readonly executeAt: number
  /** When the call ran, in Unix seconds; `null` until then. */
  readonly executedAt: number | null
  readonly isResolved: boolean
  readonly resolveTxHash: Hex | null
  readonly simulationStatus: string | null
  readonly revertString: string | null
  /** The gateway transaction that scheduled the call. */
  readonly originTxHash: Hex | null
  /** True if it reverts and is tried no more. Only the devnet's API says so. */
  readonly isGivenUp?: boolean | null | undefined
  /** What could not be read; absent if everything could. */
  readonly foreign?: readonly ForeignValue[] | undefined
  /** ISO 8601. */
  readonly createdAt: string | null
  /** ISO 8601. */
  readonly updatedAt: string | null
}

/** Where a contract of an app gateway is deployed, as the API reports it. */
export type DeployedAddresses = {
  readonly onchain: {
    readonly chainSlug: number
    /** `null` while the deployment is in progress. */
    readonly deployedContract: Address | null
  }
  readonly offchain: {
    /** The contract's forwarder on the gateway chain; `null` while the deployment is in progress. */
    readonly forwarder: Address | null
    readonly contractId: string
  }
  /** The gateway transaction that requested the deployment; absent if the API does not say. The devnet's does. */
  readonly requestTxHash?: Hex | null | undefined
  /** When it was requested, in Unix seconds, of its block; absent if the API does not say. The devnet's does. */
  readonly requestedAt?: number | null | undefined
  /** What could not be read; absent if everything could. An address that is none is an error instead: `null` means not deployed. */
  readonly foreign?: readonly ForeignValue[] | undefined
}

/** The contract on the gateway chain through which app gateways call a contract on another chain. */
export type Forwarder = {
  readonly chainSlug: number
  readonly onChainAddress: Address
  readonly forwarderAddress: Address | null
  /** The address is known before the forwarder is deployed. */
  readonly isDeployed: boolean
}

/** How far a deployment by an app gateway has come. */
export type Deployment = {
  readonly state: DeploymentStatus
  /** `null` until the contract is deployed, and if its deployment was never requested. */
  readonly onChainAddress: Address | null
  readonly forwarderAddress: Address | null
  /** When it was requested, in Unix seconds, of its block. Present while it is not done, if it is known. */
  readonly requestedAt?: number | undefined
  /** Whether it is not done five minutes after `requestedAt`. Present with it. */
  readonly isStuck?: boolean | undefined
}
