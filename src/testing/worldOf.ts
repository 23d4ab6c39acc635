import type { OpenWorld } from "./OpenWorld.js"
import type { Sent } from "./Sent.js"

const worlds = new WeakMap<Sent, OpenWorld>()

/** Remembers in which world something was sent, for assertions. */
export function rememberWorld(sent: Sent, world: OpenWorld): void {
  worlds.set(sent, world)
}

/** The world in which something was sent; `undefined` if `send` of no world has returned it. */
export function worldOf(sent: unknown): OpenWorld | undefined {
  return typeof sent === "object" && sent !== null ? worlds.get(sent as Sent) : undefined
}
