import type fastCheck from "fast-check"
import type { Arbitrary } from "fast-check"

import type { DataOf, FaultData } from "../faults/FaultData.js"
import type { ExploredFault } from "./WorldExplore.js"
import type { Move, Schedule } from "./Schedule.js"

/** What schedules are generated for. */
type ScheduleSubject = FaultPlaces & {
  /** How often the scenario steps when nothing goes wrong. */
  readonly steps: number
  readonly faults: readonly ExploredFault[]
}

/** Generates schedules. They shrink towards what happens without `explore`. */
export function generateSchedules(
  fc: typeof fastCheck,
  { steps, faults, ...places }: ScheduleSubject,
): Arbitrary<Schedule> {
  const until = fc.option(fc.constantFrom(...pausedAt), { nil: undefined, freq: 3 })
  const fault = faults.length === 0 ? undefined : generateFaults(fc, places, faults).map(beginning)
  const nth = fc.nat({ max: mostWaiting - 1 })
  const move: Arbitrary<Move> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ move: fc.constant("deliver"), nth, until }) },
    { weight: 2, arbitrary: fc.record({ move: fc.constant("deliver"), until }) },
    { weight: 1, arbitrary: fc.record({ move: fc.constant("deliverNext"), nth }) },
    { weight: 1, arbitrary: fc.record({ move: fc.constant("increase"), seconds: fc.constantFrom(...waits) }) },
    ...(fault === undefined ? [] : [{ weight: 2, arbitrary: fault }]),
  )
  return fc.record({
    start: fault === undefined ? fc.constant([]) : fc.array(fault, { maxLength: 1 }),
    steps: fc.array(fc.option(fc.array(move, { maxLength: 3 }), { nil: undefined, freq: 2 }), { maxLength: steps }),
    picks: fc.array(fc.nat({ max: mostChoices - 1 }), { maxLength: 12 }),
    end: fc.array(move, { maxLength: 6 }),
  })
}

/** How far a message goes when it pauses. */
const pausedAt = ["SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING"] as const

/** Seconds that pass at once: until a retry, an optimistic switchboard allows a packet, a schedule runs. */
const waits = [1, 60, 3_600, 86_400]

/** Which of the things that wait can be next; there may be fewer. */
const mostWaiting = 4
/** Choices that a scenario can have at once; there may be fewer. */
const mostChoices = 12

function beginning(data: FaultData): Move {
  return { move: "fault", data }
}

/** Where faults happen. */
type FaultPlaces = { /** Names of chains. */ readonly chains: readonly string[] }

type Generators = { readonly [Kind in ExploredFault]: Arbitrary<DataOf<Kind>> }

/** Generates faults of some kinds. */
function generateFaults(
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
