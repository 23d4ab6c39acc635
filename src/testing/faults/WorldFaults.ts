import type { Stage } from "../../devnet/stages.js"
import type { Actor, ApiName, DataOf, FaultData, FaultName } from "./FaultData.js"

/** A fault of a world, from the moment it was asked for. */
export type Fault<Name extends string = string> = {
  readonly data: FaultData<Name>
  /** How often it has shown so far: transactions, answers or blocks that it has changed. */
  readonly happened: number
  /** Ends it. What it has kept from happening goes on. Does nothing if it has ended. */
  readonly end: () => Promise<void>
  /** The fault in words, for failure texts. */
  readonly toString: () => string
}

type Options<Kind extends FaultName, Name extends string, Named extends string> = Omit<
  DataOf<Kind, Name>,
  "fault" | Named
>

/**
 * What can be made to go wrong, each by name. A fault lasts until it is ended, until `clear`, or until the world goes back to a snapshot
 * from before it.
 *
 * Those that return a promise send transactions when they begin, with the rights that an operator would have.
 */
export type WorldFaults<Name extends string = string> = {
  /** A stage or an actor of the relay does nothing. */
  readonly down: (part: Stage | Actor, options?: Options<"down", Name, "part">) => Fault<Name>
  /** A stage or an actor begins later. */
  readonly slow: (part: Stage | Actor, options: Options<"slow", Name, "part">) => Fault<Name>
  /** Watchers attest nothing. */
  readonly missingAttestations: (options?: Options<"missingAttestations", Name, never>) => Fault<Name>
  /** Watchers attest later. */
  readonly lateAttestations: (options: Options<"lateAttestations", Name, never>) => Fault<Name>
  /** Watchers attest each root twice. */
  readonly doubledAttestations: (options?: Options<"doubledAttestations", Name, never>) => Fault<Name>
  /** The transmitter proposes a wrong root of each packet, with its own signature. */
  readonly forgedProposals: (options?: Options<"forgedProposals", Name, never>) => Fault<Name>
  /** The transmitter proposes each packet for a switchboard that its plug has not chosen. */
  readonly misdirectedProposals: (options?: Options<"misdirectedProposals", Name, never>) => Fault<Name>
  /** What is ready to be delivered is gathered until the test waits for it, and delivered in an order chosen by the seed. */
  readonly shuffled: (options: Options<"shuffled", Name, never>) => Fault<Name>
  /** The executor submits so little gas that `inbound` runs out of it. */
  readonly outOfGas: (options?: Options<"outOfGas", Name, never>) => Fault<Name>
  /** The switchboards of a chain are tripped, and untripped when it ends. A tripped proposal stays so. */
  readonly trip: (chain: Name, options: Options<"trip", Name, "chain">) => Promise<Fault<Name>>
  /** The newest blocks of a chain are replaced by others when a message or a payload reaches a state. Happens once. */
  readonly reorg: (chain: Name | "gateway", options: Options<"reorg", Name, "chain">) => Fault<Name>
  /** Messages cost more just before the next transaction of a test on the chain is mined: it was simulated with the old price. */
  readonly risingFees: (chain: Name, options: Options<"risingFees", Name, "chain">) => Fault<Name>
  /** Gas costs more just before the next transaction of a test on the chain is mined. */
  readonly risingGasPrice: (chain: Name | "gateway", options: Options<"risingGasPrice", Name, "chain">) => Fault<Name>
  /** A chain mines no block. Transactions wait until it ends. */
  readonly stoppedChain: (chain: Name | "gateway") => Promise<Fault<Name>>
  /** The clock of a chain differs from the world's. One that cannot go back stands still until it is as far behind. */
  readonly skewedClock: (
    chain: Name | "gateway",
    options: Options<"skewedClock", Name, "chain">,
  ) => Promise<Fault<Name>>
  /** An API answers later. */
  readonly slowApi: (api: ApiName, options: Options<"slowApi", Name, "api">) => Fault<Name>
  /** An API repeats its first answer to each request. */
  readonly staleApi: (api: ApiName, options?: Options<"staleApi", Name, "api">) => Fault<Name>
  /** An API answers 429, with Retry-After. */
  readonly limitedApi: (api: ApiName, options: Options<"limitedApi", Name, "api">) => Fault<Name>
  /** An API answers 500, or another status. */
  readonly failingApi: (api: ApiName, options?: Options<"failingApi", Name, "api">) => Fault<Name>
  /** An API breaks the connection in the middle of the body. */
  readonly cutApi: (api: ApiName, options?: Options<"cutApi", Name, "api">) => Fault<Name>
  /** Begins a fault that is given as plain data. Resolves once it is in force. */
  readonly apply: (data: FaultData<Name>) => Promise<Fault<Name>>
  /** The faults that have not ended, oldest first. */
  readonly active: () => readonly Fault<Name>[]
  /** Ends all faults. */
  readonly clear: () => Promise<void>
}
