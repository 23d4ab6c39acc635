import { malformedIn } from "../../http/parsing/malformed.js"
import type { Message } from "../types.js"

/**
 * Counts the messages that an answer has lost because they are malformed. A wait for all messages of a transaction must not take the
 * rest for all.
 */
export function countMalformed(messages: readonly Message[]): number {
  return malformedIn(messages).filter(({ path }) => typeof path.at(-1) === "number").length
}
