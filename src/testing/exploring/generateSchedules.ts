import type fastCheck from "fast-check"
import type { Arbitrary } from "fast-check"

import type { FaultData } from "../faults/FaultData.js"
import { type ExploredFault, type FaultPlaces, generateFaults } from "./generateFaults.js"
import type { Move } from "./Move.js"
import type { Schedule } from "./Schedule.js"

/** What schedules are generated for. */
export type ScheduleSubject = FaultPlaces & {
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
