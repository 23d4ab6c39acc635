import { keccak256, toBytes } from "viem"

import type { MessageRecord } from "../../../devnet/messaging/MessageRecord.js"
import type { Stage } from "../../../devnet/stages.js"
import type { FaultKind } from "../FaultKind.js"
import { slugOf } from "../chainOf.js"
import { stagesOf } from "../stageActors.js"

export const down: FaultKind<"down"> = ({ part, chain }, { world, happen }) => {
  const stages = stagesOf(part)
  const slug = slugOf(world, chain)
  return {
    interceptor: {
      choose(stage, chainSlug, items) {
        if (!stages.has(stage) || (slug !== undefined && slug !== chainSlug)) return items
        happen()
        return []
      },
    },
  }
}

export const slow: FaultKind<"slow"> = ({ part, chain, seconds }, { world, happen }) => {
  const stages = stagesOf(part)
  const slug = slugOf(world, chain)
  return {
    interceptor: {
      delay(stage, chainSlug) {
        if (!stages.has(stage) || (slug !== undefined && slug !== chainSlug)) return 0
        happen()
        return seconds * 1_000
      },
    },
  }
}

/** The stages that deliver something. */
const deliveries: ReadonlySet<Stage> = new Set<Stage>(["execute", "executePayload", "resolve", "trigger"])

export const shuffled: FaultKind<"shuffled"> = ({ seed, chain }, { world, happen }) => {
  const slug = slugOf(world, chain)
  /** What may be delivered: what was gathered when the actors last had nothing to do. */
  const released = new Set<unknown>()
  const gathered = new Set<unknown>()
  return {
    interceptor: {
      choose(stage, chainSlug, items) {
        if (!deliveries.has(stage) || (slug !== undefined && slug !== chainSlug)) return items
        for (const item of items) if (!released.has(item)) gathered.add(item)
        const shuffledItems = items
          .filter((item) => released.has(item))
          .map((item) => ({ item, rank: keccak256(toBytes(`${seed} ${idOf(item)}`)) }))
          .sort((one, other) => (one.rank < other.rank ? -1 : 1))
          .map(({ item }) => item)
        if (shuffledItems.some((item, index) => item !== items[index])) happen()
        return shuffledItems
      },
      rest() {
        if (gathered.size > 0) {
          for (const item of gathered) released.add(item)
          gathered.clear()
          world.relay.wake()
        }
        return Promise.resolve()
      },
    },
  }
}

function idOf(item: unknown): string {
  const { outbound, payloadId, id } = item as {
    outbound?: MessageRecord["outbound"]
    payloadId?: string
    id?: string
  }
  return outbound?.messageId ?? payloadId ?? id ?? ""
}
