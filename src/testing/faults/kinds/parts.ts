import { keccak256, toBytes } from "viem"

import { isOn } from "../../world/findInWorld.js"
import type { FaultyWorld } from "../../world/OpenWorld.js"
import { delay, type FaultKind, withhold } from "../FaultKind.js"
import { itemId, stagesOf } from "../parts.js"
import type { DataOf } from "../WorldFaults.js"
import type { Stage } from "#src/devnet/stages.js"

/** Whether a stage on a chain is one that a fault is about. */
function selects({ part, chain }: Pick<DataOf<"down">, "part" | "chain">, world: FaultyWorld) {
  const [stages, isThere] = [stagesOf(part), isOn(world, chain)]
  return (stage: Stage, chainSlug: number): boolean => stages.has(stage) && isThere(chainSlug)
}

export const down: FaultKind<"down"> = (data, context) => withhold(selects(data, context.world), context)

export const slow: FaultKind<"slow"> = (data, context) => delay(selects(data, context.world), data.seconds, context)

/** The stages that deliver something. */
const deliveries: ReadonlySet<Stage> = new Set<Stage>(["execute", "executePayload", "resolve", "trigger"])

export const shuffled: FaultKind<"shuffled"> = ({ seed, chain }, { world, happen }) => {
  const isThere = isOn(world, chain)
  /** What may be delivered: what was gathered when the actors last had nothing to do. */
  const released = new Set<unknown>()
  const gathered = new Set<unknown>()
  return {
    interceptor: {
      choose(stage, chainSlug, items) {
        if (!deliveries.has(stage) || !isThere(chainSlug)) return items
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
