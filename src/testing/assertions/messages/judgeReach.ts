import { messageStates, type MessageStatus } from "../../../messaging/states.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { didYouMean } from "../../../primitives/nearest.js"
import type { Verdict } from "../Verdict.js"
import { describeMessages } from "./describing/describeMessages.js"
import { theMessages } from "./describing/theMessages.js"
import { judgeMessages } from "./subject/judgeMessages.js"

/** Finds out whether every message of a transaction came to a state and no further. Negated: whether none is in it. */
export async function judgeReach(subject: unknown, state: MessageStatus): Promise<Verdict> {
  if (!Object.hasOwn(messageStates, state)) {
    throw new InvalidInputError({
      argument: "state",
      problem: `a message has no state ${state}`,
      fix: `Use one of ${Object.keys(messageStates).join(", ")}.${didYouMean(state, Object.keys(messageStates))}`,
    })
  }
  return await judgeMessages(subject, `a message to reach ${state}`, ({ world, records }) => {
    const there = records.filter(({ status }) => status === state)
    const elsewhere = records.filter(({ status }) => status !== state)
    const { every, no, are } = theMessages(records)
    return {
      holds: elsewhere.length === 0,
      holdsNot: there.length === 0,
      problem: async () =>
        `Expected ${every} to be in the state ${state}, but ${are(elsewhere)} not:\n${await describeMessages(world, elsewhere)}`,
      problemIfNot: async () =>
        `Expected ${no} to be in the state ${state}, but ${are(there)}:\n${await describeMessages(world, there)}`,
    }
  })
}
