import { PlugsError } from "../primitives/PlugsError.js"

/** A world was used before it was started, or after it was stopped. */
export class WorldNotStartedError extends PlugsError {
  readonly code = "WORLD_NOT_STARTED"
  constructor() {
    super("The world does not run.", {
      next: "Start it before the tests and stop it after them, in the describe: before(world.start) and after(world.stop).",
    })
  }
}
