import { encodeFunctionData, type Hex } from "viem"

import { watcherArtifact } from "../../artifacts/Watcher.js"
import type { Errand } from "../../gateway/errands.js"
import type { ScheduledTimeout } from "../../gateway/facts.js"
import type { GatewayLedger } from "../../gateway/ledger.js"
import type { Part } from "../Worker.js"
import type { Carrier } from "./carrier.js"
import type { GatewayDesk } from "./desk.js"
import type { Patience } from "./Patience.js"
import { runErrands } from "./runErrands.js"

/** Runs timeouts when the gateway chain's own time has come to their moment; those that were due while it was stopped, late. */
export function scheduler(
  { chain, contracts }: GatewayDesk,
  ledger: GatewayLedger,
  carrier: Carrier,
  patience: Patience,
): Part<Errand<ScheduledTimeout>> {
  async function resolveTimeouts(timeouts: readonly Errand<ScheduledTimeout>[]): Promise<void> {
    const now = await nextBlockTime()
    const due = timeouts.filter(({ subject }) => subject.executeAt <= now)
    await runErrands(due, { ledger, carrier, patience, callFor })
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
