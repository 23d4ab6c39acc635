import type { Client, Hex } from "viem"
import { call, getBlock } from "viem/actions"
import { encodeFunctionData } from "viem/utils"

import { watcherAbi } from "../onchain/watcherAbi.js"
import type { GatewayReading, PayloadFacts } from "../reading/types.js"
import { payloadsOf } from "./describeItems.js"
import type { GatewayCause } from "./types.js"
import { dueText, reported } from "./words.js"
import { resumeFix } from "#src/explaining/devnetRelay.js"
import { readIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import { readRevert } from "#src/onchain/readRevert.js"
import { formatDuration } from "#src/primitives/duration.js"

/** Seconds after which a due timeout or schedule counts as late. A watcher runs it with the next block or two. */
const lateAfter = 120

/** The stages of a devnet's relay that run each. */
const relayStages = {
  schedule: ["accept", "finalize", "simulatePayload", "executePayload", "simulateCallback", "resolve"],
  timeout: ["timeout"],
} as const

/** A schedule or timeout that has not run. */
type Schedule = {
  readonly id: Hex
  readonly subject: "schedule" | "timeout"
  /** Seconds since 1970. */
  readonly dueAt: bigint
  /** The watcher's call that runs it. */
  readonly data: Hex
  /** The payloads of later batches, which wait for it. */
  readonly behind: readonly PayloadFacts[]
  /** The source of its time. */
  readonly evidence: Evidence
}

/** A schedule, and for one that is late by the chain's time: since when it is, and how its simulation ends. */
export type Due = Schedule & {
  /** The time of the first block at which it was due; `null` if no block is that new, or the node has no old blocks. */
  readonly dueSince: bigint | null
  /** Whether the watcher's call would succeed; `undefined` if its sender is not known, or the watcher has to finalize it first. */
  readonly wouldRun: boolean | undefined
}

/** Reads the schedules and timeouts that have not run. */
export async function readDue(reading: GatewayReading): Promise<Due[]> {
  const { now, gateway, head } = reading
  return await Promise.all(
    [...schedulesOf(reading), ...timeoutsOf(reading)].map(async (schedule): Promise<Due> => {
      if (now - schedule.dueAt < lateAfter) return { ...schedule, dueSince: null, wouldRun: undefined }
      const [dueSince, wouldRun] = await Promise.all([
        findDueSince(gateway.client, schedule.dueAt, head.number),
        simulateRun(reading, schedule),
      ])
      return { ...schedule, dueSince, wouldRun }
    }),
  )
}

/** Of each request, the schedule that its batch waits for the longest. */
function schedulesOf(reading: GatewayReading): Schedule[] {
  const shown = new Set(payloadsOf(reading))
  return reading.requests.flatMap(({ payloads, cancelled }): Schedule[] => {
    const waiting = payloads.filter(
      ({ callType, dueAt, resolved, finalized }) =>
        callType === "SCHEDULE" && dueAt !== null && resolved === null && (cancelled === null || finalized !== null),
    )
    const last = waiting.toSorted((one, other) => Number((other.dueAt ?? 0n) - (one.dueAt ?? 0n)))[0]
    if (last === undefined || last.dueAt === null || !shown.has(last)) return []
    const { payloadId: id, dueAt, callback, batchCount } = last
    const { selector = "0x00000000", data = "0x" } = callback ?? {}
    const args = [id, selector, data, "0x", 0n] as const
    return [
      {
        id,
        subject: "schedule",
        dueAt,
        data: encodeFunctionData({ abi: watcherAbi, functionName: "resolvePayload", args }),
        behind: payloads.filter((payload) => payload.batchCount > batchCount),
        evidence: { source: reading.gateway.name, says: `ScheduleStarted says that it is due at ${dueAt}.` },
      },
    ]
  })
}

function timeoutsOf({ timeouts, gateway }: GatewayReading): Schedule[] {
  const evidenceOf = ({ scheduled, dueAt }: GatewayReading["timeouts"][number]): Evidence => {
    if (scheduled === null) return reported(`executeAt is ${dueAt}.`)
    const says = `TimeoutScheduled in ${scheduled.transactionHash} says that it is due at ${dueAt}.`
    return readIn(gateway, scheduled.blockNumber, says)
  }
  return timeouts
    .filter(({ resolved }) => resolved === null)
    .map((timeout) => ({
      id: timeout.timeoutId,
      subject: "timeout",
      dueAt: timeout.dueAt,
      data: encodeFunctionData({ abi: watcherAbi, functionName: "resolveTimeout", args: [timeout.timeoutId] }),
      behind: [],
      evidence: evidenceOf(timeout),
    }))
}

/** Finds schedules and timeouts that wait for their time, or that the watcher has not run in time. */
export function findTimeCauses(reading: GatewayReading & { readonly due: readonly Due[] }): GatewayCause[] {
  return reading.due.flatMap((due) => timeCauses(reading, due))
}

function timeCauses({ now, gateway }: GatewayReading, due: Due): GatewayCause[] {
  const { id, subject, dueAt, behind, dueSince, wouldRun } = due
  const evidence = [due.evidence, { source: `${gateway.name}, its next block`, says: `Its time is ${now}.` }]
  const waiting = behindText(behind)
  if (now < dueAt) {
    const name = subject === "schedule" ? "schedule-waiting" : "timeout-waiting"
    return [{ name, says: `The ${subject} ${id} is due at ${dueText(dueAt, now)}.${waiting}`, evidence, about: id }]
  }
  const late = now - (dueSince ?? dueAt)
  // One that reverts is not late, and has a cause of its own.
  if (late < lateAfter || wouldRun === false) return []
  const simulated = { source: `simulation on ${gateway.name}`, says: "The watcher's call would succeed." }
  return [
    {
      name: "scheduler-late",
      certainty: wouldRun === true && dueSince !== null ? "certain" : "likely",
      says: `The ${subject} ${id} was due at ${dueText(dueAt, now)}, and the watcher has not run it for ${formatDuration(Number(late) * 1_000)}.${waiting}`,
      evidence: wouldRun === true ? [...evidence, simulated] : evidence,
      fix: async () =>
        (await resumeFix(gateway.client, relayStages[subject])) ?? byOthers(`the watcher of ${gateway.name} runs it`),
      about: id,
    },
  ]
}

function behindText([first, ...others]: readonly PayloadFacts[]): string {
  if (first === undefined) return ""
  const more = others.length === 0 ? "waits" : `and ${others.length} more wait`
  return ` Payload ${first.payloadId} of a later batch ${more} behind it.`
}

async function simulateRun({ gateway, watcher }: GatewayReading, { data }: Schedule): Promise<boolean | undefined> {
  if (watcher === null) return undefined
  const { client, watcher: to } = gateway
  return await call(client, { account: watcher.operator, to, data, blockTag: "pending" }).then(
    () => true,
    (error: unknown) => (readRevert(error, [watcherAbi])?.name === "NotFinalized" ? undefined : false),
  )
}

/** On a chain whose time was set forward, the first block at which something is due is later than its time. */
async function findDueSince(client: Client, dueAt: bigint, newest: bigint): Promise<bigint | null> {
  try {
    let [low, high] = [0n, newest]
    let dueSince: bigint | null = null
    while (low <= high) {
      const middle = (low + high) / 2n
      const { timestamp } = await getBlock(client, { blockNumber: middle })
      if (timestamp >= dueAt) {
        dueSince = timestamp
        high = middle - 1n
      } else low = middle + 1n
    }
    return dueSince
  } catch {
    return null
  }
}
