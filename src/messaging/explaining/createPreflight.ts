import type { OutboundMessage } from "../onchain/events.js"
import { findObstacles, type FindObstaclesParameters, type Obstacle } from "./findObstacles.js"
import { either, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

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

/** A message was to be sent that would not arrive as things are. Nothing was sent. */
export class WillNotArriveError extends PlugsError {
  readonly code = "WILL_NOT_ARRIVE"
  readonly obstacles: readonly Obstacle[]

  /** @param nameOf the name of a chain. Default: `chain` and its slug */
  constructor(obstacles: readonly Obstacle[], nameOf: (slug: number) => string = (slug) => `chain ${slug}`) {
    const byChain = Map.groupBy(
      obstacles.filter(({ isCertain }) => isCertain),
      ({ dstChainSlug }) => (dstChainSlug === null ? "its destination" : nameOf(dstChainSlug)),
    )
    const facts = [...byChain].flatMap(([chain, found]): (readonly [string, string | undefined])[] => {
      const fix = found.flatMap(({ mend }) => (mend === null ? [] : [sayMend(mend)])).join("; ")
      return [
        [chain, found.map(({ says }) => says).join(" ")],
        [`fix for ${chain}`, fix === "" ? undefined : fix],
      ]
    })
    super(`The message to ${[...byChain.keys()].join(" and ")} will not arrive as things are, so nothing was sent.`, {
      facts: Object.fromEntries(facts),
      next: text`Fix that first. To pay for it all the same, and have it wait until then, ${either("send it without preflight", "add --anyway")}.`,
    })
    this.obstacles = obstacles
  }
}

/** What mends an obstacle, as one line. */
export function sayMend({ who, command }: NonNullable<Obstacle["mend"]>): string {
  return command === null ? who : `${who}: ${command}`
}
