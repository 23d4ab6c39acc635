import { createHash, randomInt } from "node:crypto"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"

import type { Hex } from "viem"

import { describeRequests } from "../assertions/effects/describeRequests.js"
import { describeMessages } from "../assertions/messages/describeMessages.js"
import { nameChain, nameContract } from "../assertions/names.js"
import { type Snapshot, takeSnapshot } from "../fixtures/takeSnapshot.js"
import { chainOfSlug } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { createGenerator } from "./createGenerator.js"
import { InboundGrowsError, ScenarioFailedError, ScenarioSetBackError, ScheduleFailedError } from "./exploreErrors.js"
import { describeGrowth, followGrowth } from "./followGrowth.js"
import { type Experiment, type Run, runSchedule } from "./runSchedule.js"
import { pathOf, plainSchedule, type Schedule, scheduleOf } from "./Schedule.js"
import { simplerSchedules } from "./simplerSchedules.js"
import { defaultFaults, type Explored, type ExploreOptions } from "./WorldExplore.js"
import { nameCall, trafficOf } from "#src/costs/measureWorld.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"

/** Runs of a scenario, one after the other, each in a world that was set back. */
export type Search = {
  /** Tries schedules until one fails. */
  readonly search: () => Promise<Explored>
  /** When the run that is under way has begun, by the machine's clock. */
  readonly begunAt: () => number
  /** Where the world goes back to, once nothing is halfway there. */
  readonly before: () => Promise<Snapshot | undefined>
}

export function createSearch(experiment: Experiment, options: ExploreOptions): Search {
  const { open, signal } = experiment
  const { seconds, seed = randomInt(2 ** 31), path, faults = true, onRun, keep = true, failOnGrowth = false } = options
  const { runs = seconds === undefined ? 100 : Infinity } = options
  const kept = keptSchedules(experiment)
  const traffic = followTraffic(open)
  const growth = followGrowth(open, traffic.messages)
  let begunAt = performance.now()
  let before: Snapshot | undefined
  let unbroken: Promise<void> = Promise.resolve()

  /** Begins what must not be given up halfway: where a world goes back to. */
  async function whole(work: () => Promise<void> | undefined): Promise<void> {
    signal.throwIfAborted()
    await (unbroken = open.requests.during(undefined, async () => await work()))
  }

  /** @param look at what came of it, before the world goes back */
  async function run(schedule: Schedule, look?: (done: Run) => Promise<void>): Promise<Run> {
    begunAt = performance.now()
    const done = await runSchedule(experiment, schedule)
    signal.throwIfAborted()
    if (before?.isThere() !== true) throw new ScenarioSetBackError()
    await look?.(done)
    await whole(() => before?.goBack())
    return done
  }

  /** Leaves out and lessens what the failure does not need, until nothing is left that could be. */
  async function shrink(schedule: Schedule, { failure }: Run): Promise<Schedule> {
    const until = performance.now() + maxShrinkingMs
    const tried = new Set<string>()
    for (const simpler of simplerSchedules(schedule)) {
      const key = JSON.stringify(simpler)
      if (tried.has(key) || performance.now() > until) continue
      tried.add(key)
      const done = await run(simpler)
      if (done.failure?.in === failure?.in) return await shrink(simpler, done)
    }
    return schedule
  }

  async function fail(schedule: Schedule, number: number | undefined): Promise<never> {
    let places = ""
    const { failure, lines } = await run(schedule, async ({ executed }) => {
      places = await traffic.describe(executed)
    })
    const written = pathOf(schedule)
    // It failed before: only what depends on more than the world can have changed that.
    if (failure === undefined) throw new Error(`The schedule ${written} fails in one run, and not in the next`)
    if (keep && path === undefined) await kept.write(written)
    throw new ScheduleFailedError({ failure, lines, seed, path: written, run: number, places })
  }

  async function search(): Promise<Explored> {
    await whole(async () => {
      before = await takeSnapshot(open)
    })
    traffic.begin()
    const plain = await run(plainSchedule, () => growth.look())
    if (plain.failure !== undefined) throw new ScenarioFailedError({ failure: plain.failure })

    const known = path ?? (keep ? await kept.read() : undefined)
    const again = known === undefined ? undefined : scheduleOf(known)
    if (again !== undefined) {
      const done = await run(again)
      if (path !== undefined) onRun?.(done.lines)
      if (done.failure !== undefined) return await fail(again, undefined)
      if (path !== undefined) return { runs: 1, seed, moves: {}, growth: [] }
      await kept.remove()
    }
    const generator = createGenerator({
      chains: Object.keys(open.devnet.chains),
      steps: plain.steps,
      faults: faults === true ? defaultFaults : faults === false ? [] : faults,
      seed,
    })
    const until = seconds === undefined ? Infinity : performance.now() + seconds * 1_000
    let number = 0
    while (number < runs && performance.now() < until) {
      number += 1
      const schedule = generator.next()
      // Measuring costs more than the run: the first of each doubling is enough to see a trend.
      const done = await run(schedule, Number.isInteger(Math.log2(number)) ? () => growth.look() : undefined)
      generator.learn(schedule, done.outcome)
      onRun?.(done.lines)
      if (done.failure !== undefined) return await fail(await shrink(schedule, done), number)
    }
    const found = growth.found()
    if (failOnGrowth && found.length > 0) throw new InboundGrowsError({ growth: found })
    for (const one of found) process.emitWarning(`${describeGrowth(one)}.`)
    return { runs: number, seed, moves: generator.moves(), growth: found }
  }

  return {
    search,
    begunAt: () => begunAt,
    async before() {
      await unbroken.catch(() => undefined)
      return before
    },
  }
}

const maxShrinkingMs = 20_000

/**
 * The schedule under which an exploration has failed the last time, in a file of the project's cache. An exploration is known by its
 * source: one that was changed is another one.
 */
function keptSchedules({ open: { hre, devnet }, scenario, invariant }: Experiment) {
  const source = [...Object.keys(devnet.chains), String(scenario), String(invariant)].join("\n")
  const name = createHash("sha256").update(source).digest("hex").slice(0, 32)
  const file = path.join(hre.config.paths.cache, "explore", name)
  return {
    // A cache may be gone at any time, and a test must not fail for it.
    read: () => readFile(file, "utf8").catch(() => undefined),
    async write(schedule: string) {
      await mkdir(path.dirname(file), { recursive: true }).catch(() => undefined)
      await writeFile(file, schedule).catch(() => undefined)
    },
    remove: () => rm(file, { force: true }).catch(() => undefined),
  }
}

/** What runs have sent, apart from what was in the world before. */
type RunTraffic = {
  /** What is in the world now was there before. */
  readonly begin: () => void
  readonly messages: () => readonly MessageRecord[]
  /**
   * Says where each message and each payload is, in the words that the assertions have; empty if nothing was sent.
   *
   * @param executed the ids of the messages that were executed, in this order, which is said of several
   */
  readonly describe: (executed: readonly Hex[]) => Promise<string>
}

/** Runs that begin again have the same ids, so they are known by what was there before. */
export function followTraffic(open: OpenWorld): RunTraffic {
  const { gateway } = open
  let knownMessages: ReadonlySet<unknown> = new Set()
  let knownRequests: ReadonlySet<unknown> = new Set()
  const messages = () =>
    trafficOf(open).messages.filter(({ outbound: { packedMessage } }) => !knownMessages.has(packedMessage))
  return {
    begin() {
      const before = trafficOf(open)
      knownMessages = new Set(before.messages.map(({ outbound }) => outbound.packedMessage))
      knownRequests = new Set(before.requests.map(({ requestCount }) => requestCount))
    },
    messages,
    async describe(executed) {
      const sent = messages()
      const order = executed.flatMap((id) => sent.find(({ outbound }) => outbound.messageId === id) ?? [])
      const made = trafficOf(open).requests.filter(({ requestCount }) => !knownRequests.has(requestCount))
      const lines =
        gateway === undefined ? [] : await describeRequests({ world: open, gateway }, made.slice(0, maxRequests))
      const rest = made.length - maxRequests
      return [
        ...(sent.length === 0 ? [] : ["Where the messages were at its end:", await describeMessages(open, sent), ""]),
        ...(order.length < 2 ? [] : ["Executed in this order:", ...(await describeOrder(open, order)), ""]),
        ...(lines.length === 0 ? [] : ["Where the payloads were at its end:", ...lines]),
        ...(rest > 0 ? [`  and ${rest} more requests`] : []),
        ...(lines.length === 0 ? [] : [""]),
      ].join("\n")
    },
  }
}

const maxRequests = 5
const maxOrdered = 12

/** Without the zeros that fill the words of most payloads. */
function shortened(payload: Hex): string {
  const short = payload.replaceAll(/0{8,}/g, "…")
  return short.length <= maxPayload ? short : `${short.slice(0, maxPayload)}…`
}

const maxPayload = 42

/** The function that sent each message, and where it went. */
async function describeOrder(open: OpenWorld, order: readonly MessageRecord[]): Promise<readonly string[]> {
  const lines = order.slice(0, maxOrdered).map(async ({ outbound }, index) => {
    const { srcChainSlug, srcPlug: sender, dstChainSlug, dstPlug, payload, transactionHash: hash } = outbound
    const chain = chainOfSlug(open, srcChainSlug)
    const called = chain && (await nameCall(open, chain, { hash, sender, receiving: "inbound" }).catch(() => undefined))
    const by = called === undefined ? sender : `${called.contract}.${called.functionName}`
    const to = nameContract(open, nameChain(open, dstChainSlug), dstPlug)
    return `  ${index + 1}. ${by} on ${nameChain(open, srcChainSlug)} → ${to}, payload ${shortened(payload)}`
  })
  const rest = order.length - maxOrdered
  return [...(await Promise.all(lines)), ...(rest > 0 ? [`  and ${rest} more`] : [])]
}
