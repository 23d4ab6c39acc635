import type { Hex } from "viem"

import type { ActorCall, BatchSender } from "./batchSender.js"
import { mostGasFor, withMargin } from "./gas.js"
import { explainSilence } from "./revertData.js"

/**
 * The call that does a job. Without `gas`, it is simulated with the most possible and sent with what it used, and a margin.
 */
export type JobCall = Omit<ActorCall, "gas"> & { readonly gas?: bigint }

/** Simulates the call of each job, and sends those that do not revert, in as few transactions as possible. */
export async function runJobs<Job>(
  jobs: readonly Job[],
  {
    batchSender,
    callFor,
    onRevert,
  }: {
    batchSender: BatchSender
    callFor: (job: Job) => JobCall | Promise<JobCall>
    /** Called for each job whose call reverts, when it is simulated or when it is mined. */
    onRevert: (job: Job, revertData: Hex) => void
  },
): Promise<void> {
  const calls = await Promise.all(jobs.map(async (job) => callFor(job)))
  const simulated = await Promise.all(
    calls.map((call) => batchSender.simulate({ ...call, gas: call.gas ?? mostGasFor(call.data) })),
  )
  const passing = jobs.flatMap((job, index) => {
    const [call, result] = [calls[index], simulated[index]]
    if (call === undefined || result === undefined) return []
    const most = call.gas ?? mostGasFor(call.data)
    if (result.success) return { job, call: { ...call, gas: call.gas ?? withMargin(result.gasUsed, most) } }
    onRevert(job, explainSilence(result, most))
    return []
  })
  const results = await batchSender.send(passing.map(({ call }) => call))
  for (const [index, { success, revertData }] of results.entries()) {
    const job = passing[index]?.job
    if (!success && job !== undefined) onRevert(job, revertData)
  }
}
