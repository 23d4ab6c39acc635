import type { Message } from "../types.js"

const counts = new WeakMap<readonly Message[], number>()

/** Notes how many messages of an answer could not be read, and are left out of these. */
export function noteUnread(messages: readonly Message[], count: number): void {
  if (count > 0) counts.set(messages, count)
}

/** Returns how many messages of an answer are left out. Whoever waits for all messages of a transaction must not take the rest for all. */
export function unreadMessages(messages: readonly Message[]): number {
  return counts.get(messages) ?? 0
}
