import type { Hex } from "viem"

import { feesManagerArtifact, watcherArtifact } from "../../artifacts/gateway.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { IdUsedBeforeError } from "../../chain/setBackErrors.js"
import type { BatchSender } from "../../relay/createBatchSender.js"
import type { StageHandler } from "../../relay/Worker.js"
import type { FeesDeposit } from "../ledger/facts.js"
import type { GatewayJob } from "../ledger/jobs.js"
import type { Trigger } from "../ledger/types.js"
import type { JobStage } from "../stages.js"
import type { GatewayWorkerContext } from "./GatewayWorkerContext.js"
import { runGatewayJobs } from "./scheduler.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

/** Brings triggers (plugs' calls of their app gateways) and deposits to the gateway chain. */
export function messenger(
  context: GatewayWorkerContext,
  batchSender: BatchSender,
  report: (error: unknown) => void,
): readonly [StageHandler<JobStage, GatewayJob<Trigger>>, StageHandler<JobStage, GatewayJob<FeesDeposit>>] {
  const { chain, contracts } = context
  const trigger = runGatewayJobs<Trigger>(context, batchSender, {
    callFor: ({ triggerId, appGateway, chainSlug, plug, payload }) => {
      const args = [triggerId, appGateway, chainSlug, plug, payload] as const
      const data = encodeCall({ abi: watcherArtifact.abi, functionName: "callAppGateway", args })
      return { to: contracts.watcher, data }
    },
    onFirstRevert({ id }, revertData) {
      // An app gateway that refuses a trigger is no error of the devnet: the trigger's record says so.
      if (decode(revertData).name !== "TriggerAlreadyHandled") return
      report(new IdUsedBeforeError({ what: "trigger", id, chain: chain.name }))
    },
  })
  const deposit = runGatewayJobs<FeesDeposit>(context, batchSender, {
    callFor: ({ depositId, chainSlug, token, receiver, creditAmount, nativeAmount }) => {
      const args = [depositId, chainSlug, token, receiver, creditAmount, nativeAmount] as const
      const data = encodeCall({ abi: feesManagerArtifact.abi, functionName: "creditDeposit", args })
      return { to: contracts.feesManager, data }
    },
    onFirstRevert({ subject: { receiver } }, revertData) {
      report(new Error(`the deposit for ${receiver} could not be credited: ${decode(revertData).reason}`))
    },
  })
  return [
    { stage: "trigger", chainSlug: chain.slug, perform: trigger },
    { stage: "deposit", chainSlug: chain.slug, perform: deposit },
  ]
}

const decode = (revertData: Hex) => decodeRevertData(revertData, [watcherArtifact.abi, feesManagerArtifact.abi])
