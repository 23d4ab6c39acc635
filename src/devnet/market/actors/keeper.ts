import { encodeFunctionData } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import { depositFactoryArtifact } from "../../artifacts/DepositFactory.js"
import { liquidityBridgeArtifact } from "../../artifacts/LiquidityBridge.js"
import { mintBridgeArtifact } from "../../artifacts/MintBridge.js"
import { swapRouterArtifact } from "../../artifacts/SwapRouter.js"
import { chainTime } from "../../chain/chainTime.js"
import type { MarketJob, MarketLedger } from "../ledger/ledger.js"
import type { RetryPolicy } from "../../relay/RetryPolicy.js"
import { type ActorCall, type BatchSender } from "../../relay/batchSender.js"
import type { Part } from "../../relay/Worker.js"
import type { MarketWorkerContext } from "./WorkerContext.js"
import { type MarketStage, marketStages } from "../stages.js"

/**
 * Brings routes on where anybody may, as soon as it can be done. What the contracts refuse at the moment is tried again: a pool may
 * be filled up, a price may come back.
 */
export function keeper(
  { chain, contracts }: MarketWorkerContext,
  ledger: MarketLedger,
  carrier: BatchSender,
  { clock, retries }: { clock: Clock; retries: RetryPolicy },
): readonly Part<MarketJob>[] {
  async function perform(chores: readonly MarketJob[]): Promise<void> {
    // The clock only says about when. A chain whose time was moved, or stands still, says itself.
    const now = await chainTime(chain)
    const due = chores.filter(({ notBefore }) => notBefore <= now)
    const orders = await Promise.all(due.map(async (chore) => ({ chore, call: await callFor(chore) })))
    const tries = await Promise.all(orders.map(({ call }) => carrier.simulate({ ...call, gas: gasOfChore })))
    const sound = orders.flatMap(({ chore, call }, index) => {
      const outcome = tries[index]
      if (outcome?.success === true) return [{ chore, call: { ...call, gas: gasOfChore } }]
      putOff(chore)
      return []
    })
    const outcomes = await carrier.send(sound.map(({ call }) => call))
    for (const [index, { success }] of outcomes.entries()) {
      const chore = sound[index]?.chore
      if (!success && chore !== undefined) putOff(chore)
    }
  }

  function putOff(chore: MarketJob): void {
    ledger.putOff(chore, clock.now() + retries.delay)
  }

  async function callFor(chore: MarketJob): Promise<Omit<ActorCall, "gas">> {
    switch (chore.stage) {
      case "release": {
        const data = encodeFunctionData({ abi: mintBridgeArtifact.abi, functionName: "release", args: [chore.quoteId] })
        return { to: chore.bridge, data }
      }
      case "payRefund": {
        const data = encodeFunctionData({ abi: bridgeAbi, functionName: "payRefund", args: [chore.quoteId] })
        return { to: chore.bridge, data }
      }
      case "claimRefund": {
        const args = [chore.srcChainSlug] as const
        return {
          to: chore.bridge,
          data: encodeFunctionData({ abi: bridgeAbi, functionName: "claimRefund", args: [chore.quoteId] }),
          value: await chain.publicClient.readContract({
            address: chore.bridge,
            abi: bridgeAbi,
            functionName: "refundMessageFee",
            args,
          }),
        }
      }
      case "sweep":
        return {
          to: contracts.deposits,
          data: encodeFunctionData({ abi: depositAbi, functionName: "sweep", args: [chore.order] }),
          // Exactly, because the keeper's batcher takes nothing back.
          value: await chain.publicClient.readContract({
            address: contracts.router,
            abi: swapRouterArtifact.abi,
            functionName: "quoteMessageFee",
            args: [chore.order],
          }),
        }
      case "refundDeposit": {
        const args = [chore.order, chore.token] as const
        const data = encodeFunctionData({ abi: depositAbi, functionName: "refundDeposit", args })
        return { to: contracts.deposits, data }
      }
    }
  }

  return (Object.keys(marketStages) as MarketStage[]).map((stage) => ({ stage, chainSlug: chain.slug, perform }))
}

/** More than any takes: a bridge wants to see that a delivery can't be starved, whatever it spends. */
const gasOfChore = 1_500_000n

const { abi: bridgeAbi } = liquidityBridgeArtifact
const { abi: depositAbi } = depositFactoryArtifact
