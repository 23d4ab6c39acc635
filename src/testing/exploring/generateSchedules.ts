import type fastCheck from "fast-check"
import type { Arbitrary } from "fast-check"

import { faults as everyFault } from "../faults/faults.js"
import type { ExploredValues } from "../faults/options.js"
import type { ExploredFault, FaultData } from "../faults/WorldFaults.js"
import type { Move, Schedule } from "./Schedule.js"

type ScheduleSubject = {
  /** Names of chains. */
  readonly chains: readonly string[]
  /** How often the scenario steps when nothing goes wrong. */
  readonly steps: number
  readonly faults: readonly ExploredFault[]
}

/** Generates schedules. They shrink towards what happens without `explore`. */
export function generateSchedules(
  fc: typeof fastCheck,
  { steps, faults, chains }: ScheduleSubject,
): Arbitrary<Schedule> {
  const until = fc.option(fc.constantFrom(...pausedAt), { nil: undefined, freq: 3 })
  const fault = faults.length === 0 ? undefined : generateFaults(fc, chains, faults)
  const nth = fc.nat({ max: maxWaiting - 1 })
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
    picks: fc.array(fc.nat({ max: maxChoices - 1 }), { maxLength: 12 }),
    end: fc.array(move, { maxLength: 6 }),
  })
}

/** How far a message goes when it pauses. */
const pausedAt = ["SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING"] as const

/** Seconds that pass at once: until a retry, an optimistic switchboard allows a packet, a schedule runs. */
const waits = [1, 60, 3_600, 86_400]

/** Which of the things that wait can be next; there may be fewer. */
const maxWaiting = 4
/** Choices that a scenario can have at once; there may be fewer. */
const maxChoices = 12

function generateFaults(
  fc: typeof fastCheck,
  chains: readonly string[],
  faults: readonly ExploredFault[],
): Arbitrary<Move> {
  const named = {
    chains: fc.constantFrom(...chains),
    stages: fc.constantFrom("seal", "propose", "attest", "verify", "simulate", "execute"),
    percents: fc.constantFrom(10, 100),
    seconds: fc.constantFrom(1, 60, 3_600),
  }
  const anyOf = (values: ExploredValues): Arbitrary<unknown> => {
    if (typeof values === "string") return named[values]
    return "min" in values ? fc.integer(values) : fc.constantFrom(...values)
  }
  const generate = (fault: ExploredFault) => {
    const options = Object.entries<ExploredValues>(everyFault[fault].explored).map(([name, values]) => [
      name,
      anyOf(values),
    ])
    return fc.record({ fault: fc.constant(fault), ...(Object.fromEntries(options) as object) })
  }
  const data = fc.oneof(...faults.map(generate)) as Arbitrary<FaultData>
  return data.map((fault) => ({ move: "fault", data: fault }))
}
