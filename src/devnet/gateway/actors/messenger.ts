import { encodeFunctionData, type Hex } from "viem"

import { decodeRevertData } from "../../../primitives/revertData.js"
import { feesManagerArtifact } from "../../artifacts/FeesManager.js"
import { watcherArtifact } from "../../artifacts/Watcher.js"
import type { Job } from "../ledger/jobs.js"
import type { Deposit, Trigger } from "../ledger/facts.js"
import type { GatewayLedger } from "../ledger/ledger.js"
import type { Part } from "../../relay/Worker.js"
import type { BatchSender } from "../../relay/batchSender.js"
import type { GatewayWorkerContext } from "./WorkerContext.js"
import type { Patience } from "./Patience.js"
import { runJobs } from "./runJobs.js"

/** Tells the gateway chain what happened on the others: plugs' calls of their app gateways, and deposits. */
export function messenger(
  { chain, contracts }: GatewayWorkerContext,
  ledger: GatewayLedger,
  carrier: BatchSender,
  { patience, report }: { patience: Patience; report: (error: unknown) => void },
): readonly [Part<Job<Trigger>>, Part<Job<Deposit>>] {
  const tools = { ledger, carrier, patience }

  function handIn(triggers: readonly Job<Trigger>[]): Promise<void> {
    return runJobs(triggers, {
      ...tools,
      callFor: ({ triggerId, appGateway, chainSlug, plug, payload }) => {
        const args = [triggerId, appGateway, chainSlug, plug, payload] as const
        const data = encodeFunctionData({ abi: watcherArtifact.abi, functionName: "callAppGateway", args })
        return { to: contracts.watcher, data }
      },
      onRevert: ({ subject, trial }, revertData) => {
        reportFirst(trial.attempts, `${subject.appGateway} refuses the trigger of ${subject.plug}`, revertData)
      },
    })
  }

  function credit(deposits: readonly Job<Deposit>[]): Promise<void> {
    return runJobs(deposits, {
      ...tools,
      callFor: ({ depositId, chainSlug, token, receiver, creditAmount, nativeAmount }) => {
        const args = [depositId, chainSlug, token, receiver, creditAmount, nativeAmount] as const
        const data = encodeFunctionData({ abi: feesManagerArtifact.abi, functionName: "creditDeposit", args })
        return { to: contracts.feesManager, data }
      },
      onRevert: ({ subject, trial }, revertData) => {
        reportFirst(trial.attempts, `the deposit for ${subject.receiver} could not be credited`, revertData)
      },
    })
  }

  /** Once is enough: it is tried again quietly. */
  function reportFirst(attemptsBefore: number, problem: string, revertData: Hex): void {
    if (attemptsBefore > 0) return
    const { reason } = decodeRevertData(revertData, [watcherArtifact.abi, feesManagerArtifact.abi])
    report(new Error(`${problem}: ${reason}`))
  }

  return [
    { stage: "trigger", chainSlug: chain.slug, perform: handIn },
    { stage: "deposit", chainSlug: chain.slug, perform: credit },
  ]
}
