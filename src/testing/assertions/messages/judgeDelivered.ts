import type { Verdict } from "../Verdict.js"
import { describeMessages } from "./describing/describeMessages.js"
import { theMessages } from "./describing/theMessages.js"
import { judgeMessages } from "./subject/judgeMessages.js"

/** Delivers, and finds out whether every message of a transaction was delivered. Negated: whether none was. */
export async function judgeDelivered(subject: unknown): Promise<Verdict> {
  return await judgeMessages(subject, "a message to be delivered", ({ world, records }) => {
    const delivered = records.filter(({ status }) => status === "EXECUTION_SUCCESS")
    const undelivered = records.filter(({ status }) => status !== "EXECUTION_SUCCESS")
    const { every, no, are } = theMessages(records)
    return {
      holds: undelivered.length === 0,
      holdsNot: delivered.length === 0,
      problem: async () =>
        `Expected ${every} to be delivered, but ${are(undelivered)} not:\n${await describeMessages(world, undelivered)}`,
      problemIfNot: async () =>
        `Expected ${no} to be delivered, but ${are(delivered)}:\n${await describeMessages(world, delivered)}`,
    }
  })
}
