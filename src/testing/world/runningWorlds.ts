import type { OpenWorld, Sent } from "./OpenWorld.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

const worlds = new WeakMap<object, OpenWorld>()
const running = new Set<OpenWorld>()

/** Remembers in which world something was sent or deployed, for assertions. */
export function rememberWorld(thing: object, world: OpenWorld): void {
  worlds.set(thing, world)
}

/** The world in which something was sent or deployed; `undefined` if no world has returned it. */
export function worldOf(thing: unknown): OpenWorld | undefined {
  return typeof thing === "object" && thing !== null ? worlds.get(thing) : undefined
}

/** Adds a world that has started. Returns a function for when it stops. */
export function addRunningWorld(world: OpenWorld): () => void {
  running.add(world)
  return () => {
    running.delete(world)
  }
}

/** The worlds of this process that run, in the order in which they were started. */
export function runningWorlds(): readonly OpenWorld[] {
  return [...running]
}

/** A world was used before it was started, or after it was stopped. */
export class WorldNotStartedError extends PlugsError {
  readonly code = "WORLD_NOT_STARTED"
  constructor() {
    super("The world does not run.", {
      next: "Start it before the tests and stop it after them, in the describe: before(world.start) and after(world.stop).",
    })
  }
}

/** Lets assertions and costs of a world know what a test has sent. */
export function announceSent(world: OpenWorld, sent: Sent): void {
  rememberWorld(sent, world)
  world.onSent.notify(sent)
}
