import { malformedIn, noteMalformed } from "../../http/parsing/malformed.js"
import { reuseEqual } from "../../tracking/reuseEqual.js"
import type { Message } from "../types.js"

/**
 * Returns the messages of an answer with the parts of the answer before it that are still the same. A history has a message for each of
 * its states, so that of thousands of messages takes a third of the memory.
 */
export function reuseMessages(before: readonly Message[], messages: readonly Message[]): readonly Message[] {
  const reused = messages.map((message, index) => reuseEqual(before[index], message))
  noteMalformed(reused, malformedIn(messages))
  return reused
}
