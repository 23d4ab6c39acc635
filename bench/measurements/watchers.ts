import type { Measure } from "../measuring/Measure.ts"
import { track } from "../measuring/track.ts"

/** Measures how many requests, and how much CPU time, it takes that some watches wait for the same message. */
export const measure: Measure = async ({ watchers }) => {
  const message = { transactions: 1, messagesPerTransaction: 1, watchersPerTransaction: 0 }
  const { time, requests } = await track({ ...message, watchersPerMessage: Number(watchers) })
  return { cpu: { value: time.cpu }, requests: { value: requests } }
}
