import type { Stage } from "../../devnet/stages.js"
import type { PayloadStatus } from "../../gateway/states.js"
import type { MessageStatus } from "../../messaging/states.js"

/** The actors of a world. A stage belongs to one of them. */
export const actors = [
  "transmitter",
  "watcher",
  "executor",
  "gatewayWatcher",
  "gatewayTransmitter",
  "resolver",
  "scheduler",
  "messenger",
  "keeper",
] as const

/** Who does what a relay does. */
export type Actor = (typeof actors)[number]

/** The three APIs of a world. */
export const apis = ["messaging", "gateway", "swap"] as const
export type ApiName = (typeof apis)[number]

type OnChain<Name> = { /** Name of the chain. Default: every chain. */ readonly chain?: Name | undefined }
type OfWatchers = {
  /** How many of the watchers, counted from the first. Default: all. */
  readonly watchers?: number | undefined
}
type OfApi = {
  readonly api: ApiName
  /** Only paths that begin with this, behind the base URL of the API, such as `"/v1/messages-from-tx"`. Default: every path. */
  readonly route?: string | undefined
}
type Times = {
  /** How many requests get it. Default: all, until the fault ends. */ readonly times?: number | undefined
}

/**
 * What can go wrong in a world, by name, with its options as plain data. `world.faults.apply` takes it, and for each `fault` there is a
 * function of that name.
 *
 * @example
 * const fault: FaultData<"alpha" | "beta"> = { fault: "reorg", chain: "alpha", blocks: 2, at: "SEALED" }
 */
export type FaultData<Name extends string = string> =
  | ({
      readonly fault: "down"
      /** The stage or the actor that does not work. */
      readonly part: Stage | Actor
    } & OnChain<Name>)
  | ({
      readonly fault: "slow"
      readonly part: Stage | Actor
      /** Seconds of the world's time that everything waits longer for it. */
      readonly seconds: number
    } & OnChain<Name>)
  | ({ readonly fault: "missingAttestations" } & OfWatchers & OnChain<Name>)
  | ({ readonly fault: "lateAttestations"; readonly seconds: number } & OfWatchers & OnChain<Name>)
  | ({ readonly fault: "doubledAttestations" } & OfWatchers & OnChain<Name>)
  | ({
      readonly fault: "forgedProposals"
      /** Whether the transmitter proposes the right root afterwards. Default: not before the fault ends. */
      readonly thenHonest?: boolean | undefined
    } & OnChain<Name>)
  | ({
      readonly fault: "misdirectedProposals"
      /** Whether the transmitter proposes for the right switchboard afterwards. Default: not before the fault ends. */
      readonly thenHonest?: boolean | undefined
    } & OnChain<Name>)
  | ({ readonly fault: "shuffled"; /** Another seed, another order. */ readonly seed: number } & OnChain<Name>)
  | ({
      readonly fault: "outOfGas"
      /** Gas that `inbound` gets. Default: half of what it needs. */
      readonly gas?: bigint | undefined
    } & OnChain<Name>)
  | {
      readonly fault: "trip"
      /** The chain whose switchboards are tripped: the destination of messages. */
      readonly chain: Name
      /** What is tripped: all packets, those of one chain, or the first proposal of each packet. */
      readonly what: "everything" | "path" | "proposals"
      /** The source chain of the path; only with `what: "path"`. Default: every other chain. */
      readonly from?: Name | undefined
    }
  | {
      readonly fault: "reorg"
      readonly chain: Name | "gateway"
      /** How many of the newest blocks are replaced. */
      readonly blocks: number
      /** It happens when the first message from or to the chain, or the first payload, reaches this state. */
      readonly at: MessageStatus | PayloadStatus
      /** Whether the transactions of these blocks are lost. Default: they are mined again later, those of the actors excepted. */
      readonly drops?: boolean | undefined
    }
  | {
      readonly fault: "risingFees"
      readonly chain: Name
      /** By how much messages from this chain cost more from its next transaction on. */
      readonly percent: number
    }
  | { readonly fault: "risingGasPrice"; readonly chain: Name | "gateway"; readonly percent: number }
  | { readonly fault: "stoppedChain"; readonly chain: Name | "gateway" }
  | {
      readonly fault: "skewedClock"
      readonly chain: Name | "gateway"
      /** How far the chain's clock is ahead of the world's. Negative: behind. */
      readonly seconds: number
    }
  | ({
      readonly fault: "slowApi"
      /** Seconds of the world's time until it answers. */
      readonly seconds: number
    } & OfApi)
  | ({ readonly fault: "staleApi" } & OfApi)
  | ({ readonly fault: "limitedApi"; /** Seconds, in the header Retry-After. */ readonly retryAfter: number } & OfApi &
      Times)
  | ({ readonly fault: "failingApi"; /** Default: 500. */ readonly status?: number | undefined } & OfApi & Times)
  | ({ readonly fault: "cutApi" } & OfApi & Times)

/** The name of a fault. */
export type FaultName = FaultData["fault"]

/** The data of one kind of fault. */
export type DataOf<Kind extends FaultName, Name extends string = string> = Extract<FaultData<Name>, { fault: Kind }>

/** The faults that are about one chain, which is the first argument of their functions. */
export const faultsOfOneChain: ReadonlySet<FaultName> = new Set([
  "trip",
  "reorg",
  "risingFees",
  "risingGasPrice",
  "stoppedChain",
  "skewedClock",
])
