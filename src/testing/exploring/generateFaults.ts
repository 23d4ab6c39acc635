import type fastCheck from "fast-check"
import type { Arbitrary } from "fast-check"

import type { DataOf, FaultData } from "../faults/FaultData.js"

/**
 * Faults that schedules can have: those that end when they are cleared and leave nothing behind. A chain that stops is none of them,
 * because a scenario that sends to it waits without end, nor are those of the APIs.
 */
export type ExploredFault = (typeof exploredFaults)[number]

/** The faults that schedules can have. */
export const exploredFaults = [
  "reorg",
  "outOfGas",
  "trip",
  "down",
  "slow",
  "missingAttestations",
  "lateAttestations",
  "doubledAttestations",
  "forgedProposals",
  "misdirectedProposals",
  "skewedClock",
  "risingFees",
  "risingGasPrice",
] as const

/**
 * What `explore` tries if it is not told: all but rising prices. A scenario that attaches exactly what its messages cost, as `send` does,
 * fails under those whatever its contracts do.
 */
export const defaultFaults: readonly ExploredFault[] = exploredFaults.filter((fault) => !fault.startsWith("rising"))

/** Where faults happen. */
export type FaultPlaces = { /** Names of chains. */ readonly chains: readonly string[] }

type Generators = { readonly [Kind in ExploredFault]: Arbitrary<DataOf<Kind>> }

/** Generates faults of some kinds. */
export function generateFaults(
  fc: typeof fastCheck,
  { chains }: FaultPlaces,
  kinds: readonly ExploredFault[],
): Arbitrary<FaultData> {
  const chain = fc.constantFrom(...chains)
  const percent = fc.constantFrom(10, 100)
  const seconds = fc.constantFrom(1, 60, 3_600)
  const fault = <Kind extends ExploredFault>(kind: Kind) => fc.constant(kind)
  const stage = fc.constantFrom("seal", "propose", "attest", "verify", "simulate", "execute")
  const generators: Generators = {
    reorg: fc.record({
      fault: fault("reorg"),
      chain,
      blocks: fc.integer({ min: 1, max: 4 }),
      at: fc.constantFrom(...reorgedAt),
    }),
    outOfGas: fc.record({ fault: fault("outOfGas"), chain }),
    trip: fc.record({ fault: fault("trip"), chain, what: fc.constantFrom("path", "everything") }),
    down: fc.record({ fault: fault("down"), part: stage, chain }),
    slow: fc.record({ fault: fault("slow"), part: stage, chain, seconds }),
    missingAttestations: fc.record({ fault: fault("missingAttestations"), chain }),
    lateAttestations: fc.record({ fault: fault("lateAttestations"), chain, seconds }),
    doubledAttestations: fc.record({ fault: fault("doubledAttestations"), chain }),
    forgedProposals: fc.record({ fault: fault("forgedProposals"), chain, thenHonest: fc.constant(true) }),
    misdirectedProposals: fc.record({ fault: fault("misdirectedProposals"), chain, thenHonest: fc.constant(true) }),
    skewedClock: fc.record({ fault: fault("skewedClock"), chain, seconds }),
    risingFees: fc.record({ fault: fault("risingFees"), chain, percent }),
    risingGasPrice: fc.record({ fault: fault("risingGasPrice"), chain, percent }),
  }
  return fc.oneof(...kinds.map((kind) => generators[kind] as Arbitrary<FaultData>))
}

const reorgedAt = ["RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "EXECUTING", "EXECUTION_SUCCESS"] as const
