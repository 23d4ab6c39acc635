import type { OpenWorld } from "./OpenWorld.js"
import type { Sent } from "./Sent.js"
import { rememberWorld } from "./worldOf.js"

/** Lets assertions and costs of a world know what a test has sent. */
export function announceSent(world: OpenWorld, sent: Sent): void {
  rememberWorld(sent, world)
  world.onSent.notify(sent)
}
