import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeErrorResult, type Hex, parseAbi } from "viem"

import { type ActorCall, type CallOutcome, maxGasFor, withMargin } from "#src/devnet/relay/callBatch.js"
import { createCostlyTurns, runJobs, type UnmeasuredCall } from "#src/devnet/relay/costlyCalls.js"
import type { BatchSender } from "#src/devnet/relay/createBatchSender.js"

const to = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const passes: CallOutcome = { success: true, gasUsed: 100_000n, revertData: "0x" }

/** `mined`: what its call reverts with once it is sent. */
type FakeJob = { readonly simulated: CallOutcome; readonly mined?: Hex; readonly gas?: bigint }

/** Runs jobs that end as they say. The data of a job's call is its index. */
async function run(jobs: readonly FakeJob[]) {
  const sent: ActorCall[] = []
  const reverts: [number, Hex][] = []
  const jobOf = ({ data }: ActorCall) => jobs[Number(data)]!
  const batchSender: BatchSender = {
    simulate: (call) => Promise.resolve(jobOf(call).simulated),
    send(calls) {
      sent.push(...calls.map(({ call }) => call))
      const reverted = calls.flatMap(({ item, call }) => {
        const { mined } = jobOf(call)
        return mined === undefined ? [] : [{ item, revertData: mined }]
      })
      return Promise.resolve(reverted)
    },
  }
  const callFor = (job: FakeJob): UnmeasuredCall => {
    const call = { to, data: `0x${jobs.indexOf(job).toString(16).padStart(2, "0")}` } as const
    return job.gas === undefined ? call : { ...call, gas: job.gas }
  }
  await runJobs(jobs, {
    batchSender,
    turns: createCostlyTurns({ now: () => 0 }),
    clock: { now: () => 0 },
    callFor,
    onRevert: (job, data) => reverts.push([jobs.indexOf(job), data]),
  })
  return { sent, sentIndexes: sent.map(({ data }) => Number(data)), reverts }
}

describe("runJobs", () => {
  it("sends the calls that pass their simulation, and reports the others", async () => {
    const reverting: CallOutcome = { success: false, gasUsed: 1n, revertData: "0xdead" }
    const { sentIndexes, reverts } = await run([{ simulated: passes }, { simulated: reverting }, { simulated: passes }])
    expect(sentIndexes).to.deep.equal([0, 2])
    expect(reverts).to.deep.equal([[1, "0xdead"]])
  })

  it("reports a call that reverts only when it is mined", async () => {
    const { reverts } = await run([{ simulated: passes }, { simulated: passes, mined: "0xbeef" }])
    expect(reverts).to.deep.equal([[1, "0xbeef"]])
  })

  it("sends a call with the gas that its simulation used and a margin, or with the gas that it names", async () => {
    const { sent } = await run([{ simulated: passes }, { simulated: passes, gas: 1_500_000n }])
    expect(sent.map(({ gas }) => gas)).to.deep.equal([withMargin(100_000n, maxGasFor("0x00")), 1_500_000n])
  })

  it("says that a call ran out of gas when it reverted without a reason", async () => {
    const simulated: CallOutcome = { success: false, gasUsed: 50_000n, revertData: "0x" }
    const { reverts } = await run([{ simulated, gas: 50_000n }])
    const [[, data]] = reverts as [[number, Hex]]
    const [reason] = decodeErrorResult({ abi: parseAbi(["error Error(string)"]), data }).args
    expect(reason).to.equal("it gave no reason, and used up all of its 50000 gas")
  })
})
