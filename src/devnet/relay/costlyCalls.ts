import type { Hex } from "viem"

import { type ActorCall, explainSilence, maxGasFor, withMargin } from "./callBatch.js"
import type { BatchSender, CallFor } from "./createBatchSender.js"
import type { Clock } from "#src/primitives/clock.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"

/** A call that names its gas, or gets what its simulation used, and a margin. */
export type UnmeasuredCall = Omit<ActorCall, "gas"> & { readonly gas?: bigint }

export type SimulationContext = {
  readonly batchSender: BatchSender
  /** Those of the chain, shared by all who simulate on it. */
  readonly turns: CostlyTurns
  readonly clock: Pick<Clock, "now">
}

/**
 * Simulates calls. Those that name their gas, or need little, go first and beside one another. A call that names none is given so little
 * at first that it takes no time to burn all of it. What is not enough for follows in turns, with the most possible gas.
 */
export async function simulateInTurns<Item>(
  items: readonly { readonly item: Item; readonly call: UnmeasuredCall }[],
  {
    batchSender,
    turns,
    clock,
    onPassed,
    onReverted,
  }: SimulationContext & {
    /** Called with all that need little gas, and then with each other one in its turn. */
    readonly onPassed: (passed: readonly CallFor<Item>[]) => Promise<void> | void
    /** @param took milliseconds that the simulation took */
    readonly onReverted: (item: Item, revertData: Hex, took: number) => void
  },
): Promise<void> {
  const cheap: CallFor<Item>[] = []
  const others: CallFor<Item>[] = []
  await Promise.all(
    items.map(async ({ item, call }) => {
      if (call.gas !== undefined) {
        const named = { ...call, gas: call.gas }
        const result = await batchSender.simulate(named)
        if (result.success) cheap.push({ item, call: named })
        else onReverted(item, explainSilence(result, named.gas), 0)
        return
      }
      const maxGas = maxGasFor(call.data)
      if (turns.waiting.has(call.data)) {
        others.push({ item, call: { ...call, gas: maxGas } })
        return
      }
      const { success, gasUsed } = await batchSender.simulate({ ...call, gas: smallerOf(maxGas, probeGas) })
      // A call that caught the failure of one that ran out of gas has used most of its own, and would go another way with more.
      if (success && gasUsed * 2n <= probeGas) cheap.push({ item, call: { ...call, gas: withMargin(gasUsed, maxGas) } })
      else {
        turns.waiting.add(call.data)
        others.push({ item, call: { ...call, gas: maxGas } })
      }
    }),
  )
  await onPassed(cheap)
  await turns.inTurn(others, async ({ item, call }) => {
    turns.waiting.delete(call.data)
    const startedAt = clock.now()
    const result = await batchSender.simulate(call)
    if (result.success) await onPassed([{ item, call: { ...call, gas: withMargin(result.gasUsed, call.gas) } }])
    else onReverted(item, explainSilence(result, call.gas), clock.now() - startedAt)
  })
}

/** Simulates the jobs' calls, and sends those that work. Costly ones come last, in turns; without a turn they are left. */
export async function runJobs<Job>(
  jobs: readonly Job[],
  {
    callFor,
    onRevert,
    ...context
  }: SimulationContext & {
    callFor: (job: Job) => UnmeasuredCall | Promise<UnmeasuredCall>
    /** Called for each job whose call reverts, when it is simulated or when it is mined, with the milliseconds that it took to find out. */
    onRevert: (job: Job, revertData: Hex, took: number) => void
  },
): Promise<void> {
  const items = await Promise.all(jobs.map(async (item) => ({ item, call: await callFor(item) })))
  await simulateInTurns(items, {
    ...context,
    onReverted: onRevert,
    async onPassed(passed) {
      for (const { item, revertData } of await context.batchSender.send(passed)) onRevert(item, revertData, 0)
    },
  })
}

/** Gas of the first simulation, which a node burns in a few milliseconds. */
const probeGas = 1_000_000n

/** Does what may take long, one after another and not all the time. */
export type CostlyTurns = {
  /** Data of calls that wait for their turn, so that their cost is not measured again and again. */
  readonly waiting: Set<string>
  /** Works on items in order until this turn's time is used up. The rest is not done: the relay brings it again. */
  inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void>
}

/** After each turn, a chain has as long as the turn took for everybody else. */
export function createCostlyTurns(clock: Pick<Clock, "now">): CostlyTurns {
  let restUntil = 0
  let isUnderWay = false
  return {
    waiting: new Set(),
    async inTurn(items, work) {
      const startedAt = clock.now()
      if (isUnderWay || startedAt < restUntil) return
      isUnderWay = true
      try {
        for (const item of items) {
          await work(item)
          if (clock.now() - startedAt >= maxTurnMs) break
        }
      } finally {
        isUnderWay = false
        const ended = clock.now()
        if (ended - startedAt >= maxTurnMs) restUntil = ended + (ended - startedAt)
      }
    },
  }
}

/** Milliseconds after which no further item of a turn is begun. */
const maxTurnMs = 200
