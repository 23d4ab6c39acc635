import type { JourneyEntry } from "../../devnet/journeyLog.js"
import { messageStates, type MessageStatus } from "../../messaging/states.js"
import { literal } from "../../primitives/writeCall.js"

export type MessageEntry = Extract<JourneyEntry, { readonly kind: "message" }>

/**
 * Writes what moved while nothing else happened as lines of a test: each message as far as it came, in the order in which they came there.
 * One that was taken back meanwhile goes step by step.
 *
 * @param reached where each message was before; is brought up to date
 * @param nameOf what the test calls an id
 */
export function writeMoves(
  moved: readonly MessageEntry[],
  reached: Map<string, MessageStatus>,
  nameOf: (id: string) => string,
): readonly string[] {
  const wentBack = new Set<string>()
  const before = new Map(reached)
  for (const { id, status } of moved) {
    if (stepOf(status) < stepOf(before.get(id))) wentBack.add(id)
    before.set(id, status)
  }
  return moved.flatMap(({ id, status }, index) => {
    const from = reached.get(id)
    const isEnd = status === "INBOUND_REVERTING" || "final" in messageStates[status]
    const nextStep = `await world.deliverNext(${nameOf(id)})`
    if (wentBack.has(id)) {
      reached.set(id, status)
      const isForward = stepOf(status) > stepOf(from) || status === "INBOUND_REVERTING"
      return from !== undefined && isForward ? [nextStep] : []
    }
    if (moved.findLastIndex((other) => other.id === id) !== index) return []
    reached.set(id, status)
    if (stepOf(status) === 0) return []
    if (isEnd) return [`await world.deliver(${nameOf(id)})`]
    // From one state to another of the same step nothing goes `until`.
    if (stepOf(from) === stepOf(status)) return [nextStep]
    return [`await world.deliver(${nameOf(id)}, ${literal({ until: status })})`]
  })
}

function stepOf(status: MessageStatus | undefined): number {
  return status === undefined ? -1 : messageStates[status].step
}
