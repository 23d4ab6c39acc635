import type { Hex } from "viem"

import type { OpenWorld } from "../OpenWorld.js"
import type { DeliverOptions, DeliveryTarget } from "./Delivery.js"
import { StatePassedError } from "./deliveryErrors.js"
import { readTargets, type Targets } from "./readTargets.js"
import { readUntil, type Until } from "./readUntil.js"
import { idOf, waitingFor } from "./Waiting.js"

/**
 * Delivers everything, or only some things or only so far. The latter takes delivery into the test's hands, because the rest would not stay
 * where it is.
 *
 * @param given what to deliver; everything if undefined
 */
export async function deliverSome(
  world: OpenWorld,
  given: DeliveryTarget | readonly DeliveryTarget[] | undefined,
  { until: state, order = [], nth }: DeliverOptions,
): Promise<void> {
  const { delivery, relay } = world
  const until = readUntil(state)
  const isAll = given === undefined && state === undefined && nth === undefined
  const wasManual = delivery.isManual()
  if (isAll && order.length === 0 && !wasManual) {
    await relay.idle()
    return
  }
  // At once, so that the actors begin with nothing else meanwhile.
  delivery.setManual(true)
  let staysManual = wasManual
  try {
    await readChains(world)
    const first = order.map((target) => readTargets(world, target))
    const only = nth === undefined ? given : nthThatCanMove(world, nth, until)
    const rest = only === undefined ? undefined : readTargets(world, only)
    for (const targets of [...first, rest]) checkNotBeyond(targets, until, state)
    staysManual ||= !isAll
    for (const targets of [...first, rest]) await deliver(world, targets, until)
  } finally {
    delivery.setManual(staysManual)
  }
}

async function deliver({ delivery, relay }: OpenWorld, targets: Targets | undefined, until: Until): Promise<void> {
  await delivery.permit(
    (stage, item) => {
      const waiting = waitingFor(stage, item)
      if (targets?.has(waiting) ?? true) return until.mayMove(waiting)
      return targets?.needs(stage, item) === true
    },
    () => relay.idle(),
  )
}

/** Reads what the chains have mined, so that targets are known. */
export async function readChains({ messaging, gateway, market }: OpenWorld): Promise<void> {
  await Promise.all([messaging.sync(), gateway?.sync(), market?.sync()])
}

function checkNotBeyond(targets: Targets | undefined, until: Until, state: string | undefined): void {
  for (const { kind, id, status } of targets?.known() ?? []) {
    if (until.isBeyond(kind, status)) throw new StatePassedError({ what: kind, id, until: state ?? "", status })
  }
}

/** The nth of what can move, or the last of it; nothing if nothing can. */
function nthThatCanMove({ relay }: OpenWorld, nth: number, until: Until): readonly DeliveryTarget[] {
  const movable = relay.possible().map(({ stage, item }) => waitingFor(stage, item))
  const ids = [...new Set(movable.filter((waiting) => until.mayMove(waiting)).map((waiting) => idOf(waiting) as Hex))]
  return ids.slice(0, nth + 1).slice(-1)
}
