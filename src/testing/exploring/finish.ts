import type { Movable } from "./Move.js"
import type { Waiting } from "./waitingIn.js"

/** How often time passes at the end of a run. A plug can send itself messages without end. */
const mostWaits = 30

/**
 * Ends all faults, and delivers everything. What waits for time gets it: a message whose `inbound` reverts is tried once more after
 * everything else, and a schedule runs when it is due.
 *
 * @param waiting what waits for an actor
 * @param lines gets the lines of a test that does the same
 */
export async function finish(
  world: Movable,
  { waiting, lines }: { waiting: () => readonly Waiting[]; lines: string[] },
): Promise<void> {
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
    const left = new Set(waiting().map(({ key }) => key))
    // What has moved may be what others have waited for.
    if (before.some(({ key }) => !left.has(key))) stuck = new Set()
    for (const { key, readyAt } of before) if (readyAt <= now && left.has(key)) stuck.add(key)
    before = waiting().filter(({ key, readyAt }) => readyAt < Infinity && !stuck.has(key))
    if (before.length === 0 || waits === mostWaits) return
    const seconds = Math.max(1, Math.ceil((Math.min(...before.map(({ readyAt }) => readyAt)) - now) / 1_000))
    lines.push(`await world.time.increase(${seconds})`)
    await world.time.increase(seconds)
  }
}
