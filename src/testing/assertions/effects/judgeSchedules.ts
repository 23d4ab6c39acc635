import { chainTime } from "../../../devnet/chain/chainTime.js"
import type { TimeoutRecord } from "../../../devnet/gateway/ledger/types.js"
import { createTime } from "../../time/createTime.js"
import type { Verdict } from "../Verdict.js"
import { describePayload, describeTimeout } from "./describeRequests.js"
import { type GatewayTransaction, gatewayTransactionOf, requestsOf } from "./requestsOf.js"

/** A schedule that did not run when it was due, and what it did instead. */
type Miss = { readonly timeoutId: string; readonly text: string }

/**
 * Passes the time until every schedule and timeout of a transaction is due, and finds out whether each ran then: not a second before, and
 * in the first block after.
 */
export async function judgeRanWhenDue(subject: unknown): Promise<Verdict> {
  const transaction = await gatewayTransactionOf(subject, "ranWhenDue")
  const { world, gateway } = transaction
  const { clock, relay } = world
  const time = createTime(() => world)
  await relay.idle()
  const wasFrozen = clock.isFrozen
  // The machine's time would pass between the two looks.
  await time.freeze()
  const misses: Miss[] = []
  const missed = (timeout: TimeoutRecord): boolean => misses.some(({ timeoutId }) => timeoutId === timeout.timeoutId)
  try {
    for (;;) {
      const [next] = timeoutsOf(transaction)
        .filter((timeout) => timeout.resolved === undefined && !missed(timeout))
        .sort((one, other) => one.executeAt - other.executeAt)
      if (next === undefined) break
      for (const moment of [next.executeAt - 1, next.executeAt]) {
        // The gateway chain's own time decides, which a test may have moved away from that of the others.
        const left = moment - (await chainTime(gateway.chain))
        if (left > 0) await time.increase(left)
        await relay.idle()
      }
      const after = timeoutsOf(transaction).find(({ timeoutId }) => timeoutId === next.timeoutId)
      if (after?.resolved === undefined) {
        misses.push({ timeoutId: next.timeoutId, text: await describeTimeout(transaction, after ?? next) })
      }
    }
  } finally {
    if (!wasFrozen) await time.unfreeze()
  }
  return await conclude(transaction, misses)
}

async function conclude(transaction: GatewayTransaction, misses: readonly Miss[]): Promise<Verdict> {
  const timeouts = timeoutsOf(transaction)
  const early = timeouts.filter(({ executeAt, resolved }) => resolved !== undefined && resolved.executedAt < executeAt)
  const late = timeouts.filter(({ executeAt, resolved }) => resolved !== undefined && resolved.executedAt > executeAt)
  const waiting = requestsOf(transaction)
    .flatMap(({ payloads }) => payloads)
    .filter(
      ({ payloadId, callType, executed }) =>
        callType === "SCHEDULE" && executed === undefined && !timeouts.some(({ timeoutId }) => timeoutId === payloadId),
    )
  const problems = [
    ...misses.map(({ text }) => text),
    ...(await Promise.all([...early, ...late].map((timeout) => describeTimeout(transaction, timeout)))),
    ...(await Promise.all(waiting.map((payload) => describePayload(transaction, payload)))),
  ]
  const none = timeouts.length + waiting.length === 0
  const ran = await Promise.all(timeouts.map((timeout) => describeTimeout(transaction, timeout)))
  return {
    holds: !none && problems.length === 0,
    problem: none
      ? `Expected every schedule to run when it is due, but the transaction ${transaction.txHash} of the gateway chain made none.`
      : ["Expected every schedule to run when it is due, but:", ...problems].join("\n"),
    problemIfNot: ["Expected a schedule not to run when it is due, but every one did:", ...ran].join("\n"),
  }
}

/** The timeouts of a transaction and of the requests that its callbacks made. A schedule is one from when its batch begins. */
function timeoutsOf(transaction: GatewayTransaction): readonly TimeoutRecord[] {
  const hashes = new Set([transaction.txHash, ...requestsOf(transaction).map(({ txHash }) => txHash)])
  return [...hashes].flatMap((txHash) => transaction.gateway.ledger.timeouts({ txHash }))
}
