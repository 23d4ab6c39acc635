import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import type { OpenWorld } from "../../OpenWorld.js"
import { WorldNotStartedError } from "../../worldErrors.js"
import { runningWorlds, worldOf } from "../../worldOf.js"

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
  throw new InvalidInputError({
    argument: "the assertion",
    problem: `${running.length} worlds run, and nothing says which one it is about`,
    fix: "Name a contract that one of them has deployed, pass what its send or swap has returned, or stop the others.",
  })
}
