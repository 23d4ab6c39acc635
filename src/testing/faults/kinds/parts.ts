import { keccak256, toBytes } from "viem"

import type { Stage } from "../../../devnet/stages.js"
import { slugOf } from "../../world/findInWorld.js"
import type { FaultKind } from "../FaultKind.js"
import { createNewItems, itemId, stagesOf } from "../parts.js"

export const down: FaultKind<"down"> = ({ part, chain }, { world, happen }) => {
  const stages = stagesOf(part)
  const slug = slugOf(world, chain)
  const countNew = createNewItems()
  return {
    interceptor: {
      choose(stage, chainSlug, items) {
        if (!stages.has(stage) || (slug !== undefined && slug !== chainSlug)) return items
        happen(countNew(items))
        return []
      },
    },
  }
}

export const slow: FaultKind<"slow"> = ({ part, chain, seconds }, { world, happen }) => {
  const stages = stagesOf(part)
  const slug = slugOf(world, chain)
  const countNew = createNewItems()
  return {
    interceptor: {
      delay(stage, chainSlug, item) {
        if (!stages.has(stage) || (slug !== undefined && slug !== chainSlug)) return 0
        happen(countNew([item]))
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
          .map((item) => ({ item, rank: keccak256(toBytes(`${seed} ${itemId(item)}`)) }))
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
