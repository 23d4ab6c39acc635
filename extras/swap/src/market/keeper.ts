import { call, type MarketCall, type MarketContracts } from "./contracts.js"
import { createViewReader, type ReadUint } from "./createViewReader.js"
import type { MarketJob, MarketLedger } from "./ledger.js"
import {
  depositFactoryArtifact,
  liquidityBridgeArtifact,
  mintBridgeArtifact,
  swapRouterArtifact,
} from "#extras/swap/src/artifacts/market.js"
import { chainTime } from "#src/devnet/chain/pendingBlock.js"
import { createCostlyTurns, runJobs } from "#src/devnet/relay/costlyCalls.js"
import type { BatchSender } from "#src/devnet/relay/createBatchSender.js"
import type { WorkerContext } from "#src/devnet/relay/Protocol.js"
import type { StageHandler } from "#src/devnet/relay/Worker.js"
import { type MarketStage, marketStages } from "#src/devnet/stages.js"

/** Makes the calls that anyone may make for a route. A refused one is tried without end: a price may recover, a pool be filled. */
export function keeper(
  { chain, contracts, ledger, clock, retries }: MarketWorkerContext,
  batchSender: BatchSender,
): readonly StageHandler<MarketStage, MarketJob>[] {
  const turns = createCostlyTurns(clock)

  async function perform(jobs: readonly MarketJob[]): Promise<void> {
    // The clock gives an estimate; the chain's own time decides. A test may have moved it, or stopped it.
    const now = await chainTime(chain)
    const due = jobs.filter(({ subject }) => subject.notBefore <= now)
    const readView = createViewReader(chain, contracts)
    await runJobs(due, {
      batchSender,
      turns,
      clock,
      callFor: async ({ subject }) => ({ ...(await callFor(subject, readView)), gas: gasFor(subject) }),
      onRevert: (job) => {
        ledger.postpone(job, clock.now() + retries.delay)
      },
    })
  }

  async function callFor(action: MarketJob["subject"], readView: ReadUint): Promise<MarketCall> {
    switch (action.stage) {
      case "release":
        return call(action.bridge, mintBridgeArtifact, "release", [action.quoteId])
      case "payRefund":
        return call(action.bridge, liquidityBridgeArtifact, "payRefund", [action.quoteId])
      case "claimRefund": {
        const { bridge, srcChainSlug } = action
        const value = await readView(bridge, liquidityBridgeArtifact.abi, "refundMessageFee", [srcChainSlug])
        return { ...call(bridge, liquidityBridgeArtifact, "claimRefund", [action.quoteId]), value: value ?? 0n }
      }
      case "sweep": {
        // Exactly the fee, because the keeper's batcher refuses what is sent back.
        const value = await readView(contracts.router, swapRouterArtifact.abi, "quoteMessageFee", [action.order])
        return { ...call(contracts.deposits, depositFactoryArtifact, "sweep", [action.order]), value: value ?? 0n }
      }
      case "callReceiver": {
        const { quoteId, order, amount, payload } = action
        const args = [quoteId, order.receiver, order.outputToken, amount, payload.data]
        return call(contracts.router, swapRouterArtifact, "executePayload", args)
      }
      case "refundDeposit":
        return call(contracts.deposits, depositFactoryArtifact, "refundDeposit", [action.order, action.token])
    }
  }

  return (Object.keys(marketStages) as MarketStage[]).map((stage) => ({ stage, chainSlug: chain.slug, perform }))
}

/** What the router needs beside the receiver's own. A call gets at most 63/64 of the remaining gas. */
function gasFor(action: MarketJob["subject"]): bigint {
  return action.stage === "callReceiver" ? 150_000n + (action.payload.gas * 64n) / 63n : gasOfJob
}

/** More than any other job uses. A bridge checks that it was given enough for any delivery. */
const gasOfJob = 1_500_000n

export type MarketWorkerContext = WorkerContext<MarketContracts, MarketLedger>
