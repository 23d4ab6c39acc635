import type { Stage } from "../../devnet/stages.js"
import type { OpenWorld } from "../OpenWorld.js"

/** What the test does to keep the actors from a stage, as lines of a failure text. */
export function findHold({ relay }: OpenWorld, stage: Stage | undefined): readonly string[] {
  if (!relay.running) return ["The relay is stopped, so no actor works: world.devnet.relay.start() starts it."]
  if (stage === undefined || !relay.isPaused(stage)) return []
  return [`The test holds the stage ${stage}: world.release("${stage}") lets it go on.`]
}
