import type { OutboundMessage } from "../onchain/events.js"
import { findObstacles, type FindObstaclesParameters, type Obstacle } from "./findObstacles.js"
import { WillNotArriveError } from "./WillNotArriveError.js"

/** The chains that {@link createPreflight} reads, and what it does in doubt. */
export type CreatePreflightParameters = FindObstaclesParameters & {
  /** Called with what may stop a message, and could not be found out. */
  onDoubt?: ((obstacle: Obstacle) => void) | undefined
}

/**
 * Creates what `prepareSend` and `sendThroughPlug` take as `preflight`: it refuses messages that would not arrive, before they are paid for.
 *
 * @returns throws a `WillNotArriveError` with what stops the messages, the line of source code included where it can be found
 * @example
 * const preflight = createPreflight({ src: alpha, chainOf: async (slug) => (slug === 41002 ? beta : undefined) })
 * await sendThroughPlug(publicClient, walletClient, { socket, plug, signature: "add(uint32,uint256)", args: [41002, 5n], preflight })
 */
export function createPreflight({
  onDoubt,
  ...parameters
}: CreatePreflightParameters): (messages: readonly OutboundMessage[] | undefined) => Promise<void> {
  return async (messages) => {
    const obstacles = await findObstacles(messages, parameters)
    if (obstacles.some(({ isCertain }) => isCertain)) throw new WillNotArriveError(obstacles)
    for (const obstacle of obstacles) onDoubt?.(obstacle)
  }
}
