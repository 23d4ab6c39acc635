import type { Address, Hex } from "viem"

import type { OrUnknown } from "../tracking/states.js"
import type { CallType, DeploymentStatus, PayloadStatus, TimeoutStatus, TransactionStatus } from "./states.js"

// Field names are the API's own. Addresses are checksummed. What is not known yet is `null`, including what the API reports as
// the zero address.

/**
 * One request of a gateway transaction: everything that one `async` function of an app gateway queued. A transaction that ran
 * several such functions has several requests.
 *
 * The API answers in two shapes; both are parsed into this one.
 */
export type GatewayRequest = {
  readonly status: OrUnknown<TransactionStatus>
  /** The gateway's number for the request; `null` in the API's older shape, which has none. */
  readonly requestCount: number | null
  /** Writes and reads, ordered by batch; within a batch, writes come first. */
  readonly payloads: readonly Payload[]
  readonly feesInfo: FeesInfo | null
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
}
