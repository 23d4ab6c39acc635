import { createTime } from "../../world/createTime.js"
import { type MatchResult, noResult } from "../Matcher.js"
import {
  describeRequests,
  describeTimeout,
  type GatewayTransaction,
  gatewayTransactionOf,
  requestsOf,
} from "./describeRequests.js"
import { settle } from "./subject.js"
import { chainTime } from "#src/devnet/chain/pendingBlock.js"
import type { RequestRecord, TimeoutRecord } from "#src/devnet/gateway/ledger/types.js"

/** Passes the time until all schedules and timeouts are due: each runs in the first block after, and not a second before. */
export async function checkRanWhenDue(subject: unknown): Promise<MatchResult> {
  const transaction = await gatewayTransactionOf(subject, "runWhenDue")
  const { world, gateway } = transaction
  const { clock } = world
  const time = createTime(() => world)
  await settle(world)
  const wasFrozen = clock.isFrozen
  // If a test lets time run, it would pass between the two checks.
  await time.freeze()
  /** Those that did not run when they were due. */
  const missed = new Set<string>()
  try {
    for (;;) {
      const [next] = timeoutsOf(transaction)
        .filter((timeout) => timeout.resolved === undefined && !missed.has(timeout.timeoutId))
        .sort((one, other) => one.executeAt - other.executeAt)
      if (next === undefined) break
      for (const moment of [next.executeAt - 1, next.executeAt]) {
        // The gateway chain's own time decides, which a test may have moved away from that of the others.
        const left = moment - (await chainTime(gateway.chain))
        if (left > 0) await time.increase(left)
        await settle(world)
      }
      missed.add(next.timeoutId)
    }
  } finally {
    if (!wasFrozen) await time.unfreeze()
  }
  return conclude(transaction)
}

function conclude(transaction: GatewayTransaction): MatchResult {
  const expected = "every schedule to run when it is due"
  const timeouts = timeoutsOf(transaction)
  const begun = new Set<string>(timeouts.map(({ timeoutId }) => timeoutId))
  const waiting = requestsOf(transaction).filter(({ payloads }) =>
    payloads.some(({ payloadId, callType, executed }) => callType === "SCHEDULE" && !executed && !begun.has(payloadId)),
  )
  if (timeouts.length + waiting.length === 0) {
    return noResult(`Expected ${expected}, but the transaction ${transaction.txHash} of the gateway chain made none.`)
  }
  const wrong = timeouts.filter(({ executeAt, resolved }) => resolved?.executedAt !== executeAt)
  const describe = async (first: string, some: readonly TimeoutRecord[], open: readonly RequestRecord[] = []) => {
    const due = await Promise.all(some.map((timeout) => describeTimeout(transaction, timeout)))
    return [first, ...due.flat(), ...(await describeRequests(transaction, open))].join("\n")
  }
  return {
    holds: wrong.length + waiting.length === 0,
    problem: () => describe(`Expected ${expected}, but:`, wrong, waiting),
    problemIfNot: () => describe("Expected a schedule not to run when it is due, but every one did:", timeouts),
  }
}

/** The timeouts of a transaction and of the requests that its callbacks made. A schedule is one from when its batch begins. */
function timeoutsOf(transaction: GatewayTransaction): readonly TimeoutRecord[] {
  const hashes = new Set([transaction.txHash, ...requestsOf(transaction).map(({ txHash }) => txHash)])
  return [...hashes].flatMap((txHash) => transaction.gateway.ledger.timeouts({ txHash }))
}
