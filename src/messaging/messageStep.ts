import type { Hex } from "viem"

import { formatDuration } from "../primitives/duration.js"
import type { Message } from "./message.js"
import type { InboundStatus, MessageStatus, OrUnknown } from "./states.js"

/** What {@link MessageStep.state} says of a message that the API knew before and doesn't know any more. */
export const vanished = "VANISHED"

/** One change in a message's journey. Every change is reported once. */
export type MessageStep = {
  /**
   * `state` is a step forward, or the first sight. `reorg` is a step back: a chain took back what the message's state stood on,
   * or even its transaction, and then the state is {@link vanished}. The journey goes on from there.
   */
  readonly kind: "state" | "reorg"
  readonly messageId: Hex
  readonly state: OrUnknown<MessageStatus | typeof vanished>
  /** What the previous step of this message said; absent at first sight. Equal to `state` when only the inbound status changed. */
  readonly previousState?: OrUnknown<MessageStatus | typeof vanished>
  readonly inboundStatus: OrUnknown<InboundStatus>
  /** When it was seen, in milliseconds of the client's clock. */
  readonly at: number
  /** Milliseconds since the previous step of this message; 0 at first sight. */
  readonly inState: number
  /** The message as it is now, or as it was last seen before it vanished. */
  readonly message: Message
}

const statesShown = 12

/**
 * Shows the steps of one message on one line, with the time that each state lasted.
 *
 * @example
 * formatHistory(steps) // "RECEIVED (1.2 s) → SEALED (340 ms) → EXECUTION_FAILURE"
 */
export function formatHistory(steps: readonly MessageStep[]): string {
  const states: { state: string; lasted: number }[] = []
  for (const { state, inState } of steps) {
    const last = states.at(-1)
    if (last !== undefined) last.lasted += inState
    if (last?.state !== state) states.push({ state, lasted: 0 })
  }
  if (states.length === 0) return "never seen"
  const shown = states.slice(-statesShown)
  const parts = shown.map(({ state, lasted }, index) =>
    index === shown.length - 1 ? state : `${state} (${formatDuration(lasted)})`,
  )
  const left = states.length - shown.length
  return [...(left > 0 ? [`${left} earlier`] : []), ...parts].join(" → ")
}
