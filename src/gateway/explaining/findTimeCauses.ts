import type { Client, Hex } from "viem"

import { call, getBlock } from "viem/actions"
import { encodeFunctionData } from "viem/utils"

import { blockSource } from "../../explaining/evidence.js"
import type { Evidence } from "../../explaining/Explanation.js"
import { readRevert } from "../../onchain/reading/readRevert.js"
import { formatDuration } from "../../primitives/duration.js"
import { watcherAbi } from "../onchain/watcherAbi.js"
import type { GatewayReading, PayloadFacts } from "../reading/types.js"
import { payloadsOf } from "./describeItems.js"
import { dueText, lateAfter } from "./words.js"
import { type Findings, type GatewayCase, type GatewayCause, toCause } from "./types.js"

/** A schedule or timeout that has not run. */
type Due = {
  readonly id: Hex
  readonly what: "schedule" | "timeout"
  /** Seconds since 1970. */
  readonly dueAt: bigint
  /** The call that runs it. */
  readonly data: Hex
  /** How many payloads wait behind it, and the first of them. */
  readonly behind: readonly PayloadFacts[]
  /** Where it is written when it is due. */
  readonly evidence: Evidence
}

/** Finds why schedules and timeouts let something wait. */
export async function findTimeCauses({ reading }: GatewayCase): Promise<Findings> {
  const all = [...schedulesOf(reading), ...timeoutsOf(reading)]
  return { causes: (await Promise.all(all.map((due) => causesOf(reading, due)))).flat() }
}

/** Of each request, the schedule that the batch waits for the longest. */
function schedulesOf(reading: GatewayReading): Due[] {
  const shown = new Set(payloadsOf(reading))
  return reading.requests.flatMap(({ payloads, cancelled }): Due[] => {
    const waiting = payloads.filter(
      ({ callType, dueAt, resolved, finalized }) =>
        callType === "SCHEDULE" && dueAt !== null && resolved === null && (cancelled === null || finalized !== null),
    )
    const last = waiting.toSorted((one, other) => Number((other.dueAt ?? 0n) - (one.dueAt ?? 0n)))[0]
    if (last === undefined || last.dueAt === null || !shown.has(last)) return []
    const { payloadId: id, dueAt, callback, batchCount } = last
    const { selector = "0x00000000", data = "0x" } = callback ?? {}
    return [
      {
        id,
        what: "schedule",
        dueAt,
        data: encodeFunctionData({
          abi: watcherAbi,
          functionName: "resolvePayload",
          args: [id, selector, data, "0x", 0n],
        }),
        behind: payloads.filter((payload) => payload.batchCount > batchCount),
        evidence: { source: reading.gateway.name, says: `ScheduleStarted says that it is due at ${dueAt}.` },
      },
    ]
  })
}

function timeoutsOf({ timeouts, gateway }: GatewayReading): Due[] {
  return timeouts
    .filter(({ resolved }) => resolved === null)
    .map(({ timeoutId: id, dueAt, scheduled }) => ({
      id,
      what: "timeout",
      dueAt,
      data: encodeFunctionData({ abi: watcherAbi, functionName: "resolveTimeout", args: [id] }),
      behind: [],
      evidence:
        scheduled === null
          ? { source: "the gateway API", says: `executeAt is ${dueAt}.` }
          : {
              source: blockSource(gateway, scheduled.blockNumber),
              says: `TimeoutScheduled in ${scheduled.transactionHash} says that it is due at ${dueAt}.`,
            },
    }))
}

async function causesOf(reading: GatewayReading, due: Due): Promise<GatewayCause[]> {
  const { now, gateway } = reading
  const { id, what, dueAt, behind, evidence } = due
  const clock: Evidence = { source: `${gateway.name}, its next block`, says: `Its time is ${now}.` }
  const waiting = behindText(behind)
  if (now < dueAt) {
    return [
      toCause({
        name: what === "schedule" ? "schedule-waiting" : "timeout-waiting",
        says: `The ${what} ${id} is due at ${dueText(dueAt, now)}.${waiting}`,
        evidence: [evidence, clock],
        about: id,
      }),
    ]
  }
  if (now - dueAt < lateAfter) return []
  const since = await becameDue(gateway.client, dueAt, reading.head.number)
  const late = now - (since ?? dueAt)
  if (late < lateAfter) return []
  const runs = await simulate(reading, due)
  // What reverts is not late, and has a cause of its own.
  if (runs === false) return []
  return [
    toCause({
      name: "scheduler-late",
      certainty: runs === true && since !== null ? "certain" : "likely",
      says: `The ${what} ${id} was due at ${dueText(dueAt, now)}, and the watcher has not run it for ${formatDuration(Number(late) * 1_000)}.${waiting}`,
      evidence: [
        evidence,
        clock,
        ...(runs === true
          ? [{ source: `simulation on ${gateway.name}`, says: "The watcher's call would succeed." }]
          : []),
      ],
      mend: {
        who: `the watcher of ${gateway.name}, which runs what is due; on a devnet its relay is paused, or stopped with the devnet`,
        command: null,
      },
      about: id,
    }),
  ]
}

function behindText([first, ...others]: readonly PayloadFacts[]): string {
  if (first === undefined) return ""
  const more = others.length === 0 ? "waits" : `and ${others.length} more wait`
  return ` Payload ${first.payloadId} of a later batch ${more} behind it.`
}

/** Simulates what the watcher does next. Returns `undefined` if it is not known who may, or the watcher has to finalize it first. */
async function simulate({ gateway, watcher }: GatewayReading, { data }: Due): Promise<boolean | undefined> {
  if (watcher === null) return undefined
  const { client, watcher: to } = gateway
  return await call(client, { account: watcher.operator, to, data, blockTag: "pending" }).then(
    () => true,
    (error: unknown) => (readRevert(error, [watcherAbi])?.name === "NotFinalized" ? undefined : false),
  )
}

/**
 * Finds the time of the first block at which something was due. On a chain whose time was set forward it is later than the time that was
 * written down.
 *
 * @returns `null` if no block is that new, or the node does not give old blocks
 */
async function becameDue(client: Client, dueAt: bigint, newest: bigint): Promise<bigint | null> {
  try {
    let [low, high] = [0n, newest]
    let found: bigint | null = null
    while (low <= high) {
      const middle = (low + high) / 2n
      const { timestamp } = await getBlock(client, { blockNumber: middle })
      if (timestamp >= dueAt) {
        found = timestamp
        high = middle - 1n
      } else low = middle + 1n
    }
    return found
  } catch {
    return null
  }
}
