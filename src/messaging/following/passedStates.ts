import type { MessageStatus } from "../states.js"
import type { Message } from "../types.js"

/** Turns two looks at messages into those between them, the second last, where every message passes these states in turn. */
export function looksBetween(
  before: readonly Message[],
  after: readonly Message[],
  passes: readonly MessageStatus[],
): readonly (readonly Message[])[] {
  const steps = after.map((message) => {
    const known = before.find(({ messageId }) => messageId === message.messageId)
    const [from, to] = [known, message].map((one) => passes.findIndex((status) => status === one?.status))
    const passed = passes.slice((from ?? -1) + 1, Math.max(to ?? -1, 0))
    return [...passed.map((status) => notYet(message, status)), message]
  })
  const count = Math.max(1, ...steps.map(({ length }) => length))
  return Array.from({ length: count }, (_, look) => steps.flatMap((ofOne) => ofOne[look] ?? ofOne.at(-1) ?? []))
}

/** The message as it was in a state before it was delivered. */
export function notYet(message: Message, status: MessageStatus): Message {
  const executionDetails = { ...message.executionDetails, inboundStatus: "NOT_TRIED", isExecuted: false } as const
  return { ...message, status, inboundTx: null, executionDetails: { ...executionDetails, executionTxHash: null } }
}
