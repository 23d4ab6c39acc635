import type { Hex } from "viem"

import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import { feesManagerArtifact } from "../../artifacts/FeesManager.js"
import { watcherArtifact } from "../../artifacts/Watcher.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { IdUsedBeforeError } from "../../chain/setBackErrors.js"
import type { BatchSender } from "../../relay/createBatchSender.js"
import { runJobs } from "../../relay/runJobs.js"
import type { StageHandler } from "../../relay/Worker.js"
import { failed } from "../ledger/attempt.js"
import type { FeesDeposit } from "../ledger/facts.js"
import type { GatewayJob } from "../ledger/jobs.js"
import type { Trigger } from "../ledger/types.js"
import type { JobStage } from "../stages.js"
import type { GatewayWorkerContext } from "./types.js"

/**
 * Brings what happened on other chains to the gateway chain: triggers, which are calls by plugs of their app gateways, and
 * deposits.
 */
export function messenger(
  context: GatewayWorkerContext,
  batchSender: BatchSender,
  report: (error: unknown) => void,
): readonly [StageHandler<JobStage, GatewayJob<Trigger>>, StageHandler<JobStage, GatewayJob<FeesDeposit>>] {
  const { chain, contracts, ledger, turns, clock } = context

  async function callAppGateways(triggers: readonly GatewayJob<Trigger>[]): Promise<void> {
    await runJobs(triggers, {
      batchSender,
      turns,
      clock,
      callFor: ({ subject: { triggerId, appGateway, chainSlug, plug, payload } }) => {
        const args = [triggerId, appGateway, chainSlug, plug, payload] as const
        const data = encodeCall({ abi: watcherArtifact.abi, functionName: "callAppGateway", args })
        return { to: contracts.watcher, data }
      },
      onRevert: (job, revertData, took) => {
        const isHandled = nameOf(revertData) === "TriggerAlreadyHandled"
        // An app gateway that refuses a trigger is no error of the devnet: the trigger's record says so.
        const problem = isHandled
          ? new IdUsedBeforeError({ what: "trigger", id: job.id, chain: chain.name })
          : undefined
        noteRevert(job, revertData, took, problem)
      },
    })
  }

  async function creditDeposits(deposits: readonly GatewayJob<FeesDeposit>[]): Promise<void> {
    await runJobs(deposits, {
      batchSender,
      turns,
      clock,
      callFor: ({ subject: { depositId, chainSlug, token, receiver, creditAmount, nativeAmount } }) => {
        const args = [depositId, chainSlug, token, receiver, creditAmount, nativeAmount] as const
        const data = encodeCall({ abi: feesManagerArtifact.abi, functionName: "creditDeposit", args })
        return { to: contracts.feesManager, data }
      },
      onRevert: (job, revertData, took) => {
        const problem = `the deposit for ${job.subject.receiver} could not be credited`
        noteRevert(job, revertData, took, new Error(`${problem}: ${reasonOf(revertData)}`))
      },
    })
  }

  /** Reports only the first attempt that fails. Later ones say the same. */
  function noteRevert({ id, attempt }: GatewayJob, revertData: Hex, took: number, problem: Error | undefined): void {
    ledger.jobs.note(id, failed(attempt, revertData, context, took))
    if (attempt.attempts === 0 && problem !== undefined) report(problem)
  }

  return [
    { stage: "trigger", chainSlug: chain.slug, perform: callAppGateways },
    { stage: "deposit", chainSlug: chain.slug, perform: creditDeposits },
  ]
}

const decode = (revertData: Hex) => decodeRevertData(revertData, [watcherArtifact.abi, feesManagerArtifact.abi])
const reasonOf = (revertData: Hex) => decode(revertData).reason
const nameOf = (revertData: Hex) => decode(revertData).name
