import type { JourneyEntry } from "../../devnet/journeyLog.js"
import { messagingStages } from "../../devnet/messaging/stages.js"
import { messageStates, type MessageStatus } from "../../messaging/states.js"
import { literal } from "../../primitives/writeCall.js"

export type MessageEntry = Extract<JourneyEntry, { readonly kind: "message" }>

/**
 * Writes what moved while nothing else happened as lines of a test: each message as far as it came, in the order in which they came there.
 * Those that were taken back meanwhile go step by step, together where they went together: what took them back came after both.
 *
 * @param reached where each message was before; is brought up to date
 * @param held stages that the test holds
 * @param nameOf what the test calls an id
 */
export function writeMoves(
  moved: readonly MessageEntry[],
  reached: Map<string, MessageStatus>,
  held: ReadonlySet<string>,
  nameOf: (id: string) => string,
): readonly string[] {
  /** What the step before has moved, and by which stage. */
  let batch: { readonly stage: string; readonly ids: string[] } | undefined
  const wentBack = new Set<string>()
  const before = new Map(reached)
  for (const { id, status } of moved) {
    if (stepOf(status) < stepOf(before.get(id))) wentBack.add(id)
    before.set(id, status)
  }
  const lines: string[] = []
  const endBatch = (): void => {
    const { stage = "", ids = [] } = batch ?? {}
    batch = undefined
    const [first = "", ...others] = ids.map(nameOf)
    if (first !== "" && others.length === 0) lines.push(`await world.deliverNext(${first})`)
    if (others.length === 0) return
    const stages = Object.keys(messagingStages).filter((each) => each !== stage && !held.has(each))
    const rest = stages.map((each) => literal(each)).join(", ")
    lines.push(`world.hold(${rest})`, `await world.deliver([${ids.map(nameOf).join(", ")}])`, `world.release(${rest})`)
  }
  for (const [index, { id, status }] of moved.entries()) {
    const from = reached.get(id)
    const isEnd = status === "INBOUND_REVERTING" || "final" in messageStates[status]
    if (wentBack.has(id)) {
      reached.set(id, status)
      const isForward = from !== undefined && (stepOf(status) > stepOf(from) || status === "INBOUND_REVERTING")
      const stage = isForward ? stageOf(from) : undefined
      if (batch?.stage !== stage || batch?.ids.includes(id) === true) endBatch()
      if (stage !== undefined) (batch ??= { stage, ids: [] }).ids.push(id)
      continue
    }
    if (moved.findLastIndex((other) => other.id === id) !== index) continue
    endBatch()
    reached.set(id, status)
    // From one state to another of the same step nothing goes `until`.
    if (isEnd) lines.push(`await world.deliver(${nameOf(id)})`)
    else if (stepOf(from) === stepOf(status)) lines.push(`await world.deliverNext(${nameOf(id)})`)
    else if (stepOf(status) > 0) lines.push(`await world.deliver(${nameOf(id)}, ${literal({ until: status })})`)
  }
  endBatch()
  return lines
}

/** The stage that takes a message on from a state. */
function stageOf(status: MessageStatus): string | undefined {
  return Object.entries(messagingStages).find(([, { takes }]) => takes.includes(status))?.[0]
}

function stepOf(status: MessageStatus | undefined): number {
  return status === undefined ? -1 : messageStates[status].step
}
