import { encodeFunctionData, type Hex } from "viem"

import { watcherArtifact } from "../../artifacts/Watcher.js"
import type { Job } from "../ledger/jobs.js"
import type { ScheduledTimeout } from "../ledger/facts.js"
import type { GatewayLedger } from "../ledger/ledger.js"
import type { Part } from "../../relay/Worker.js"
import type { BatchSender } from "../../relay/batchSender.js"
import type { GatewayWorkerContext } from "./WorkerContext.js"
import type { Patience } from "./Patience.js"
import { runJobs } from "./runJobs.js"

/** Runs timeouts when the gateway chain's own time has come to their moment; those that were due while it was stopped, late. */
export function scheduler(
  { chain, contracts }: GatewayWorkerContext,
  ledger: GatewayLedger,
  carrier: BatchSender,
  patience: Patience,
): Part<Job<ScheduledTimeout>> {
  async function resolveTimeouts(timeouts: readonly Job<ScheduledTimeout>[]): Promise<void> {
    const now = await nextBlockTime()
    const due = timeouts.filter(({ subject }) => subject.executeAt <= now)
    await runJobs(due, { ledger, carrier, patience, callFor })
  }

  /** The clock only says about when. A chain whose time was moved, or stands still, says itself. */
  async function nextBlockTime(): Promise<number> {
    const params = ["pending", false]
    const block = (await chain.provider.request({ method: "eth_getBlockByNumber", params })) as { timestamp: Hex }
    return Number(block.timestamp)
  }

  function callFor({ timeoutId }: ScheduledTimeout) {
    const data = encodeFunctionData({ abi: watcherArtifact.abi, functionName: "resolveTimeout", args: [timeoutId] })
    return { to: contracts.watcher, data }
  }

  return { stage: "timeout", chainSlug: chain.slug, perform: resolveTimeouts }
}
