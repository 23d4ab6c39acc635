import { chainOf } from "../../world/findInWorld.js"
import type { FaultyWorld } from "../../world/OpenWorld.js"
import type { FaultKind } from "../FaultKind.js"
import { actorAddresses } from "../transactions.js"
import type { DataOf } from "../WorldFaults.js"
import { historyOf, type RemovedTransaction } from "./BlockHistory.js"
import { reorganize } from "./reorganize.js"
import { messageStates, type MessageStatus } from "#src/messaging/states.js"

/**
 * Once the state is reached, no actor begins anything. The blocks are replaced when none is at work and the test has read the receipts of
 * its transactions, or waits for the actors: it could wait for the receipt of a transaction that is dropped without end.
 */
export const reorg: FaultKind<"reorg"> = (data, { world, happen, happened }) => {
  const { chain: name, blocks, drops = false } = data
  const chain = chainOf(world, name)
  const chainHooks = world.hooks.chains.of(name)
  const { request, onReceipt } = chainHooks
  const history = historyOf(chainHooks)
  const actors = actorAddresses(world)
  const isOfActor = ({ from }: Pick<RemovedTransaction, "from">): boolean => actors.has(from.toLowerCase())
  /** Hashes of transactions whose receipts were read. */
  const read = new Set<string>()
  let isAttached = false
  let isReached = false
  let replacing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function replace(): Promise<void> {
    try {
      await world.relay.hold(() =>
        chain.whileStill(async () => {
          if (!isAttached) return
          await reorganize(request, { history, blocks, isKept: (transaction) => !drops && !isOfActor(transaction) })
          happen()
        }),
      )
    } catch (error) {
      failure = { error }
    } finally {
      isReached = false
      replacing = undefined
      world.relay.wake()
    }
  }

  /** Replaces the blocks if every receipt that the test may still wait for has been read. */
  async function replaceIfRead(): Promise<void> {
    try {
      const sent = (await history.newest(blocks)).flatMap(({ transactions }) => transactions)
      if (sent.some((transaction) => !isOfActor(transaction) && !read.has(transaction.hash))) return
      if (isReached) await (replacing ??= replace())
    } catch (error) {
      failure = { error }
    }
  }

  function reach(): void {
    if (isReached || happened() > 0) return
    isReached = true
    void replaceIfRead()
  }

  return {
    interceptor: {
      choose: (_stage, _chainSlug, items) => (isReached ? [] : items),
      before: (_stage, _chainSlug, items) => Promise.resolve(isReached ? [] : items),
      async rest() {
        if (isReached) await (replacing ??= replace())
        const failed = failure
        failure = undefined
        if (failed !== undefined) throw failed.error
      },
    },
    attach() {
      isAttached = true
      const stops = [
        history.keep(blocks),
        onReceipt.subscribe((hash) => {
          read.add(hash)
          if (isReached) void replaceIfRead()
        }),
        ...onReached(world, data, chain.slug, reach),
      ]
      return () => {
        isAttached = false
        isReached = false
        for (const stop of stops) stop()
      }
    },
  }
}

/** Calls back when a message of the chain, or a payload for it, reaches the state from an earlier one, not by being set back. */
function onReached(
  { messaging, gateway }: FaultyWorld,
  { at, chain }: Pick<DataOf<"reorg">, "at" | "chain">,
  slug: number,
  reach: () => void,
): readonly (() => void)[] {
  const steps = new Map<string, number>()
  const note = (id: string, status: MessageStatus): boolean => {
    const { step } = messageStates[status]
    const isForward = step > (steps.get(id) ?? -1)
    steps.set(id, step)
    return isForward
  }
  for (const status of Object.keys(messageStates) as MessageStatus[]) {
    for (const { outbound } of messaging.ledger.inStatus(status)) note(outbound.messageId, status)
  }
  return [
    messaging.ledger.subscribe(({ outbound, status }) => {
      const isForward = note(outbound.messageId, status)
      const isAbout = outbound.srcChainSlug === slug || outbound.dstChainSlug === slug
      if (isAbout && isForward && status === at) reach()
    }),
    gateway?.ledger.subscribe(({ chainSlug, status }) => {
      if ((chain === gateway.chain.name || chainSlug === slug) && status === at) reach()
    }) ?? (() => undefined),
  ]
}
