import type { Hex } from "viem"

import { simulateInTurns, type SimulationContext, type UnmeasuredCall } from "./costlyCalls.js"

/** The call that does a job. */
export type JobCall = UnmeasuredCall

/**
 * Simulates the call of each job, and sends those that do not revert, in as few transactions as possible. Jobs that need much gas come
 * last and in turns, and are left as they are when there is no turn for them.
 */
export async function runJobs<Job>(
  jobs: readonly Job[],
  {
    callFor,
    onRevert,
    ...context
  }: SimulationContext & {
    callFor: (job: Job) => JobCall | Promise<JobCall>
    /** Called for each job whose call reverts, when it is simulated or when it is mined, with the milliseconds that it took to find out. */
    onRevert: (job: Job, revertData: Hex, took: number) => void
  },
): Promise<void> {
  const items = await Promise.all(jobs.map(async (item) => ({ item, call: await callFor(item) })))
  await simulateInTurns(items, {
    ...context,
    onReverted: onRevert,
    async onPassed(passed) {
      const results = await context.batchSender.send(passed.map(({ call }) => call))
      for (const [index, { success, revertData }] of results.entries()) {
        const job = passed[index]
        if (!success && job !== undefined) onRevert(job.item, revertData, 0)
      }
    },
  })
}
