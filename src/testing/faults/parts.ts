import { everyStage, type Stage } from "#src/devnet/stages.js"

/** The actor of a world that does a stage. */
const actorOf = {
  seal: "transmitter",
  propose: "transmitter",
  attest: "watcher",
  verify: "executor",
  simulate: "executor",
  execute: "executor",
  accept: "gatewayWatcher",
  finalize: "gatewayWatcher",
  markRevert: "gatewayWatcher",
  simulatePayload: "gatewayTransmitter",
  executePayload: "gatewayTransmitter",
  simulateCallback: "resolver",
  resolve: "resolver",
  timeout: "scheduler",
  trigger: "messenger",
  deposit: "messenger",
  release: "keeper",
  sweep: "keeper",
  refundDeposit: "keeper",
  claimRefund: "keeper",
  callReceiver: "keeper",
  payRefund: "keeper",
} as const

export type Actor = (typeof actorOf)[Stage]

/** The stages and the actors that a fault can be about. */
export const everyPart: readonly (Stage | Actor)[] = [...everyStage, ...new Set(Object.values(actorOf))]

/** The stages that a stage or an actor stands for. */
export function stagesOf(part: Stage | Actor): ReadonlySet<Stage> {
  return new Set(everyStage.filter((stage) => stage === part || actorOf[stage] === part))
}

/** The id of what an actor works on: a message, a payload or a job. */
export function itemId(item: unknown): string {
  const { outbound, payloadId, id } = item as {
    readonly outbound?: { readonly messageId: string }
    readonly payloadId?: string
    readonly id?: string
  }
  return outbound?.messageId ?? payloadId ?? id ?? ""
}

/** Counts which of some items it has not been asked about before, by their ids. */
export function createNewItems(): (items: readonly unknown[]) => number {
  const known = new Set<string>()
  return (items) => {
    const before = known.size
    for (const item of items) known.add(itemId(item))
    return known.size - before
  }
}
