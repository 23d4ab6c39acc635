import { invalid } from "../../arguments.js"
import type { OpenWorld, Sent, SentRoute } from "../../world/OpenWorld.js"
import { runningWorlds, WorldNotStartedError, worldOf } from "../../world/runningWorlds.js"
import { formatUtc } from "#src/primitives/duration.js"

/** What an assertion is about, from what `expect` got: the thing itself, its promise, or a function that returns either. */
export async function valueOf(subject: unknown): Promise<unknown> {
  return await (typeof subject === "function" ? (subject as () => unknown)() : subject)
}

/** Whether a swap is the subject, rather than a transaction of an app gateway. */
export function isSwap(value: unknown): value is Sent & { readonly route: SentRoute } {
  return typeof value === "object" && value !== null && (value as Partial<Sent>).route !== undefined
}

/** Lets the actors do all that is due. If the relay is stopped, everything is left where it is. */
export async function settle({ relay }: OpenWorld): Promise<void> {
  if (relay.running) await relay.idle()
}

/**
 * Finds the world that an assertion is about.
 *
 * @param things contracts and sent transactions of the assertion; one that a world has returned decides
 * @param knows whether a world knows what the assertion is about, if that alone does not decide
 */
export function worldFor(things: readonly unknown[], knows: (world: OpenWorld) => boolean = () => true): OpenWorld {
  for (const thing of things) {
    const world = worldOf(thing)
    if (world !== undefined) return world
  }
  const running = runningWorlds()
  const [found, other] = running.length === 1 ? running : running.filter(knows)
  if (found !== undefined && other === undefined) return found
  if (running.length === 0) throw new WorldNotStartedError()
  throw invalid(
    "the assertion",
    `${running.length} worlds run, and nothing says which one it is about`,
    "Name a contract that one of them has deployed, pass what its send or swap has returned, or stop the others.",
  )
}

/** A chain's time for a failure text. @param seconds since 1970 */
export function formatMoment(seconds: number): string {
  return formatUtc(Math.floor(seconds)) ?? String(seconds)
}
