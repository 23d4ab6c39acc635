import type { Address, Hex } from "viem"

import type { OrUnknown } from "../tracking/states.js"
import type { CallType, PayloadStatus, TransactionStatus } from "./states.js"

/**
 * One request of a gateway transaction: what an `async` function of an app gateway queued, as one. A transaction that ran several
 * made several.
 *
 * This is the one shape of the two that the API answers with. Names are the API's own, addresses are checksummed, and what is not
 * known yet is `null`, the zero address included.
 */
export type GatewayRequest = {
  readonly status: OrUnknown<TransactionStatus>
  /** The gateway's number for the request; `null` where the API's older shape leaves it out. */
  readonly requestCount: number | null
  /** Those that write and those that read, by batch; writes first within a batch. */
  readonly payloads: readonly Payload[]
  readonly feesInfo: FeesInfo | null
}

/** One call of a request. */
export type Payload = {
  /** In which of the API's two lists it was; in the older shape, which has one, told from `callType`. */
  readonly kind: "write" | "read"
  readonly payloadId: string
  /**
   * How far it is: the execution status, or what the newer shape says of the finalization or the callback where that is further.
   */
  readonly status: OrUnknown<PayloadStatus>
  /** The chain that it is for. */
  readonly chainSlug: number
  readonly target: Address | null
  /** The call's data. */
  readonly payload: Hex | null
  readonly callType: OrUnknown<CallType>
  /** Batches of a request run one after another, the payloads of one batch side by side. */
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
  /** What a payload with call type DEPLOY deploys; `null` for any other. */
  readonly appGatewayDetails: AppGatewayDetails | null
}

/** What became of trying a payload, and its callback, before doing it. */
export type SimulationDetails = {
  readonly executeSimulationStatus: string | null
  /** As the API gives it; `revertsOf` decodes it. */
  readonly executeRevertString: string | null
  readonly callbackSimulationStatus: string | null
  readonly callbackRevertString: string | null
}

/** A deployed contract and its forwarder. */
export type AppGatewayDetails = {
  /** `null` until the contract is deployed on its chain. */
  readonly onChainAddress: Address | null
  /** `null` until `onChainAddress` is known, from which it follows. */
  readonly forwarderAddress: Address | null
  /** True once the deployment's callback has run; the forwarder can be used then. */
  readonly isForwarderDeployed: boolean
}

/** What a request may cost, and did. Amounts are decimal strings in whole tokens, as the API gives them. */
export type FeesInfo = {
  /** The chain whose fee pool pays: its slug, or a name where the API gives one. */
  readonly feePoolChain: number | string | null
  /** The token's address or symbol. */
  readonly feePoolToken: string | null
  readonly maxFees: string | null
  /** What the transmitter charged. */
  readonly fee: string | null
}
