import type { OpenWorld } from "../../OpenWorld.js"

/** Lets the actors do all that is due. If the relay is stopped, everything is left where it is. */
export async function settle({ relay }: OpenWorld): Promise<void> {
  if (relay.running) await relay.idle()
}
