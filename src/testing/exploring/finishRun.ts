import { everyChain } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import type { ScheduledWorld } from "./Schedule.js"

/** How often time passes at the end of a run. A plug can send itself messages without end. */
const maxWaits = 30

/** Ends all faults and delivers everything, once more what reverts, and schedules when due. `lines` get the same as a test. */
export async function finishRun(world: ScheduledWorld, open: OpenWorld, lines: string[]): Promise<void> {
  if (world.faults.active().length > 0) {
    lines.push("await world.faults.clear()")
    await world.faults.clear()
  }

  /** What has had its time, and waits all the same. */
  let stuck = new Set<string>()
  let before: readonly Waiting[] = []
  for (let waits = 0; ; waits += 1) {
    lines.push("await world.deliver()")
    await world.deliver()
    const now = world.time.now() * 1_000
    const left = new Set(waitingIn(open).map(({ key }) => key))
    // What has moved may be what others have waited for.
    if (before.some(({ key }) => !left.has(key))) stuck = new Set()
    for (const { key, readyAt } of before) if (readyAt <= now && left.has(key)) stuck.add(key)
    before = waitingIn(open).filter(({ key, readyAt }) => readyAt < Infinity && !stuck.has(key))
    if (before.length === 0 || waits === maxWaits) return
    const seconds = Math.max(1, Math.ceil((Math.min(...before.map(({ readyAt }) => readyAt)) - now) / 1_000))
    lines.push(`await world.time.increase(${seconds})`)
    await world.time.increase(seconds)
  }
}

/** Something that waits for an actor. */
type Waiting = {
  /** What it is, and what it waits for: another one once it has moved. */
  readonly key: string
  /** Time of the world before which no actor takes it, in milliseconds. */
  readonly readyAt: number
}

/** Finds everything that waits for an actor, due or not. */
export function waitingIn(world: OpenWorld): readonly Waiting[] {
  const slugs = everyChain(world).map(({ slug }) => slug)
  const queues = world.protocols.flatMap((protocol) => protocol.queues)
  const found = queues.flatMap((queue) => {
    const places = queue.stages.flatMap((stage) => slugs.map((slug) => [stage, slug] as const))
    return places.flatMap(([stage, slug]) =>
      queue.waiting(stage, slug).map((item) => ({ key: `${stage} ${queue.idOf(item)}`, readyAt: queue.readyAt(item) })),
    )
  })
  // Payloads and jobs wait for one stage on every chain alike.
  return [...new Map(found.map((item) => [item.key, item])).values()]
}
