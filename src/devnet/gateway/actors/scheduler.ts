import type { Hex } from "viem"

import { watcherArtifact } from "../../artifacts/gateway.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { chainTime } from "../../chain/pendingBlock.js"
import { runJobs, type UnmeasuredCall } from "../../relay/costlyCalls.js"
import type { BatchSender } from "../../relay/createBatchSender.js"
import type { StageHandler } from "../../relay/Worker.js"
import { failed, succeeded } from "../ledger/attempt.js"
import type { ScheduledTimeout } from "../ledger/facts.js"
import type { GatewayJob } from "../ledger/jobs.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { JobStage, PayloadStage } from "../stages.js"
import type { GatewayWorkerContext } from "./GatewayWorkerContext.js"

export function runGatewayJobs<Subject>(
  { ledger, ...context }: GatewayWorkerContext,
  batchSender: BatchSender,
  {
    callFor,
    onFirstRevert,
  }: {
    readonly callFor: (subject: Subject) => UnmeasuredCall
    /** Later attempts that fail say the same. */
    readonly onFirstRevert?: (job: GatewayJob<Subject>, revertData: Hex) => void
  },
): (jobs: readonly GatewayJob<Subject>[]) => Promise<void> {
  return async (jobs) => {
    await runJobs(jobs, {
      ...context,
      batchSender,
      callFor: ({ subject }) => callFor(subject),
      onRevert(job, revertData, took) {
        ledger.jobs.note(job.id, failed(job.attempt, revertData, context, took))
        if (job.attempt.attempts === 0) onFirstRevert?.(job, revertData)
      },
    })
  }
}

/** Resolves each timeout once the gateway chain's own time has reached it, late if the relay was stopped then. */
export function scheduler(
  context: GatewayWorkerContext,
  batchSender: BatchSender,
): StageHandler<JobStage, GatewayJob<ScheduledTimeout>> {
  const { chain, contracts } = context
  const resolveTimeouts = runGatewayJobs<ScheduledTimeout>(context, batchSender, {
    callFor: ({ timeoutId }) => {
      const data = encodeCall({ abi: watcherArtifact.abi, functionName: "resolveTimeout", args: [timeoutId] })
      return { to: contracts.watcher, data }
    },
  })
  return {
    stage: "timeout",
    chainSlug: chain.slug,
    async perform(timeouts) {
      // The clock gives an estimate; the chain's own time decides. A test may have moved it, or stopped it.
      const now = await chainTime(chain)
      await resolveTimeouts(timeouts.filter(({ subject }) => subject.executeAt <= now))
    },
  }
}

/** Runs schedules, which are payloads of the gateway chain, once its own time has reached them. The watcher contract checks it. */
export function timer({
  chain,
  ledger,
}: Pick<GatewayWorkerContext, "chain" | "ledger">): readonly StageHandler<PayloadStage, PayloadRecord>[] {
  async function simulate(schedules: readonly PayloadRecord[]): Promise<void> {
    const now = await chainTime(chain)
    for (const { payloadId, executionAttempt } of schedules) {
      const executeAt = ledger.executeAtOf(payloadId)
      if (executeAt === undefined || executeAt > now) continue
      ledger.note(payloadId, { executionAttempt: succeeded(executionAttempt) })
    }
  }

  function execute(schedules: readonly PayloadRecord[]): Promise<void> {
    for (const { payloadId } of schedules) {
      ledger.note(payloadId, { read: { txHash: undefined, returnData: "0x", gasUsed: 0n } })
    }
    return Promise.resolve()
  }

  return [
    { stage: "simulatePayload", chainSlug: chain.slug, perform: simulate },
    { stage: "executePayload", chainSlug: chain.slug, perform: execute },
  ]
}
