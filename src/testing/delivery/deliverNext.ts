import type { Stage } from "../../devnet/stages.js"
import { chainOfSlug } from "../chains/chainOfSlug.js"
import type { OpenWorld } from "../OpenWorld.js"
import type { Permit } from "./createDeliveryControl.js"
import type { DeliverNextOptions, DeliveryStep, DeliveryTarget } from "./Delivery.js"
import { readChains } from "./deliverSome.js"
import { readTargets } from "./readTargets.js"
import { readUntil } from "./readUntil.js"
import { idOf, waitingFor } from "./Waiting.js"

/** Moves one thing on by one step, and passes over what cannot be moved. */
export async function deliverNext(
  world: OpenWorld,
  given: DeliveryTarget | readonly DeliveryTarget[] | undefined,
  { nth = 0, until: state }: DeliverNextOptions,
): Promise<DeliveryStep | undefined> {
  const { delivery, relay } = world
  const until = readUntil(state)
  delivery.setManual(true)
  // What is under way is no step of this one.
  await relay.idle()
  await readChains(world)
  const targets = given === undefined ? undefined : readTargets(world, given)
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
    if (!isLeft) return { stage, chain: chainNameOf(world, chainSlug), id }
  }
  return undefined
}

type Step = { readonly stage: Stage; readonly chainSlug: number; readonly id: string }

/** The nth first, or the last if there are fewer, and then the others. */
function beginningWith<Item>(items: readonly Item[], nth: number): readonly Item[] {
  const first = Math.max(0, Math.min(nth, items.length - 1))
  return [...items.slice(first), ...items.slice(0, first)]
}

function chainNameOf(world: OpenWorld, slug: number): string {
  return (chainOfSlug(world, slug) ?? world.gateway?.chain)?.name ?? String(slug)
}
