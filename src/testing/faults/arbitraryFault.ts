import type * as FastCheck from "fast-check"

import type { FaultData } from "./FaultData.js"

/**
 * Generates faults after which every message can still be delivered: what delays, repeats and reorders, and reorgs that lose nothing.
 *
 * @param fc fast-check, which only `explore` loads
 * @param chains the names of the world's chains
 * @example
 * fc.array(arbitraryFault(fc, ["alpha", "beta"]), { maxLength: 2 })
 */
export function arbitraryFault<Name extends string>(
  fc: typeof FastCheck,
  chains: readonly Name[],
): FastCheck.Arbitrary<FaultData<Name>> {
  const chain = fc.constantFrom(...chains)
  const fault = <Kind extends FaultData["fault"]>(kind: Kind) => fc.constant(kind)
  return fc.oneof(
    fc.record({
      fault: fault("reorg"),
      chain,
      blocks: fc.integer({ min: 1, max: 4 }),
      at: fc.constantFrom("RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "EXECUTING", "EXECUTION_SUCCESS"),
    }),
    fc.record({ fault: fault("shuffled"), seed: fc.nat(1_000) }),
    fc.record({ fault: fault("doubledAttestations") }),
    fc.record({ fault: fault("forgedProposals"), thenHonest: fc.constant(true) }),
    fc.record({ fault: fault("misdirectedProposals"), thenHonest: fc.constant(true) }),
    fc.record({ fault: fault("trip"), chain, what: fc.constant("proposals") }),
    fc.record({ fault: fault("risingFees"), chain, percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ fault: fault("risingGasPrice"), chain, percent: fc.integer({ min: 1, max: 100 }) }),
  )
}
