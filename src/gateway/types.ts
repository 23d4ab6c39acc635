import type { Address, Hex } from "viem"

import type { OrUnknown } from "../tracking/states.js"
import type { TimeoutStatus } from "./states.js"

/** A call that an app gateway scheduled for later. Times are Unix seconds, as the API gives them. */
export type Timeout = {
  readonly id: number | null
  readonly timeoutId: string
  readonly status: OrUnknown<TimeoutStatus>
  /** The contract on the gateway chain that is called. */
  readonly target: Address | null
  /** The call's data. */
  readonly payload: Hex | null
  /** When it is due. */
  readonly executeAt: number
  /** When it ran; `null` until then. */
  readonly executedAt: number | null
  readonly isResolved: boolean
  readonly resolveTxHash: Hex | null
  readonly simulationStatus: string | null
  readonly revertString: string | null
  /** The gateway transaction that scheduled it. */
  readonly originTxHash: Hex | null
  /** ISO 8601. */
  readonly createdAt: string | null
  /** ISO 8601. */
  readonly updatedAt: string | null
}

/** Where an app gateway's contract is on a chain. */
export type DeployedAddresses = {
  readonly onchain: {
    readonly chainSlug: number
    /** `null` while the deployment is under way, for which the API has the zero address. */
    readonly deployedContract: Address | null
  }
  readonly offchain: {
    /** The contract's forwarder on the gateway chain; `null` while the deployment is under way. */
    readonly forwarder: Address | null
    readonly contractId: string
  }
}

/** Through which contract of the gateway chain a contract on another chain is called. */
export type Forwarder = {
  readonly chainSlug: number
  readonly onChainAddress: Address
  /** `null` when the API has the zero address. */
  readonly forwarderAddress: Address | null
  /** The address is known before anything is there. */
  readonly isDeployed: boolean
}
