import type { Hex } from "viem"

import type { Permit } from "../world/createDeliveryControl.js"
import { chainOfSlug } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import {
  type DeliverNextOptions,
  type DeliverOptions,
  type DeliveryStep,
  type DeliveryTarget,
  StatePassedError,
} from "./Delivery.js"
import { idOf, readTargets, readUntil, type Targets, type Until, waitingFor } from "./targets.js"
import type { Stage } from "#src/devnet/stages.js"

/** Delivers all, or a selection. That takes delivery into the test's hands, because the rest would not stay where it is. */
export async function deliverSome(
  world: OpenWorld,
  selection: DeliveryTarget | readonly DeliveryTarget[] | undefined,
  { until: state, order = [], nth }: DeliverOptions,
): Promise<void> {
  const { delivery, relay } = world
  const until = readUntil(state)
  const isAll = selection === undefined && state === undefined && nth === undefined
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
    const only = nth === undefined ? selection : nthThatCanMove(world, nth, until)
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
export async function readChains({ protocols }: OpenWorld): Promise<void> {
  await Promise.all(protocols.map((protocol) => protocol.sync()))
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

/** Moves one thing on by one step, and passes over what cannot be moved. */
export async function deliverNext(
  world: OpenWorld,
  selection: DeliveryTarget | readonly DeliveryTarget[] | undefined,
  { nth = 0, until: state }: DeliverNextOptions,
): Promise<DeliveryStep | undefined> {
  const { delivery, relay } = world
  const until = readUntil(state)
  delivery.setManual(true)
  // What is under way is no step of this one.
  await relay.idle()
  await readChains(world)
  const targets = selection === undefined ? undefined : readTargets(world, selection)
  const possible = new Map<string, Step>()
  for (const { stage, chainSlug, item } of relay.possible()) {
    const waiting = waitingFor(stage, item)
    if (!until.mayMove(waiting) || targets?.needs(stage, item) === false) continue
    // Each of several watchers attests.
    possible.set(`${stage} ${idOf(waiting)}`, { stage, chainSlug, id: idOf(waiting) })
  }
  for (const { stage, chainSlug, id } of beginningWith([...possible.values()], nth)) {
    const isIt: Permit = (other, item) => other === stage && idOf(waitingFor(stage, item)) === id
    await delivery.permit(isIt, () => relay.idle())
    const isLeft = relay.possible().some((step) => isIt(step.stage, step.item))
    const chain = chainOfSlug(world, chainSlug) ?? world.gateway?.chain
    if (!isLeft) return { stage, chain: chain?.name ?? String(chainSlug), id }
  }
  return undefined
}

type Step = { readonly stage: Stage; readonly chainSlug: number; readonly id: string }

/** The nth first, or the last if there are fewer, and then the others. */
function beginningWith<Item>(items: readonly Item[], nth: number): readonly Item[] {
  const first = Math.max(0, Math.min(nth, items.length - 1))
  return [...items.slice(first), ...items.slice(0, first)]
}
