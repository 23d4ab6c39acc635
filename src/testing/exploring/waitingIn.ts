import { jobStages, payloadStages } from "../../devnet/gateway/stages.js"
import { marketStages } from "../../devnet/market/stages.js"
import { messagingStages } from "../../devnet/messaging/stages.js"
import type { Queue } from "../../devnet/relay/Queue.js"
import { everyChain } from "../chains/everyChain.js"
import type { OpenWorld } from "../OpenWorld.js"

/** Something that waits for an actor. */
export type Waiting = {
  /** What it is, and what it waits for: another one once it has moved. */
  readonly key: string
  /** Time of the world before which no actor takes it, in milliseconds. */
  readonly readyAt: number
}

/** Finds everything that waits for an actor, due or not. */
export function waitingIn(world: OpenWorld): readonly Waiting[] {
  const { messaging, gateway, market } = world
  const slugs = everyChain(world).map(({ slug }) => slug)
  const [payloads, jobs] = gateway?.queues ?? []
  return [
    ...waitingFor(messagingStages, messaging.queues[0], slugs),
    ...waitingFor(payloadStages, payloads, slugs),
    ...waitingFor(jobStages, jobs, slugs),
    ...waitingFor(marketStages, market?.queues[0], slugs),
  ]
}

function waitingFor<Stage extends string>(
  stages: Readonly<Record<Stage, unknown>>,
  queue: Queue<never> | undefined,
  slugs: readonly number[],
): readonly Waiting[] {
  if (queue === undefined) return []
  const known = queue as Queue<Stage>
  const found = Object.keys(stages).flatMap((stage) =>
    slugs.flatMap((slug) =>
      known
        .waiting(stage as Stage, slug)
        .map((item) => ({ key: `${stage} ${known.idOf(item)}`, readyAt: known.readyAt(item) })),
    ),
  )
  // Payloads and jobs wait for one stage on every chain alike.
  return [...new Map(found.map((item) => [item.key, item])).values()]
}
