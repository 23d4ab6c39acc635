import type { Abi } from "viem"

import type { TimeoutRecord, TriggerRecord } from "../../src/devnet/index.js"
import type { TimeoutChange, TriggerChange } from "./createDevnetPrinter.js"
import { describeAppGatewayRevert, type DescribedRevert } from "./describeRevert.js"

/** Describes a timeout for the devnet's printer. @param at when it changed, in milliseconds since 1970 */
export async function describeTimeout(
  { timeoutId, status, target, executeAt, resolved, attempt }: TimeoutRecord,
  at: number,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<TimeoutChange> {
  const timeout = { timeoutId, status, at, target, executeAt, resolveTxHash: resolved?.txHash ?? null }
  return { ...timeout, ...(await revertOf(attempt, readErrorAbis)) }
}

/** Describes a trigger for the devnet's printer. @param at when it changed, in milliseconds since 1970 */
export async function describeTrigger(
  { triggerId: callId, status, chainSlug, plug, appGateway, txHash, handled, attempt }: TriggerRecord,
  at: number,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<TriggerChange> {
  const appGatewayTxHash = handled?.txHash ?? null
  const trigger = { callId, status, at, chainSlug, plug, appGateway, onChainTxHash: txHash, appGatewayTxHash }
  return { ...trigger, ...(await revertOf(attempt, readErrorAbis)) }
}

async function revertOf(
  { attempts, revertData }: TimeoutRecord["attempt"],
  readErrorAbis: () => Promise<Abi[]>,
): Promise<{ revert?: DescribedRevert }> {
  if (revertData === undefined) return {}
  return { revert: await describeAppGatewayRevert({ attempts, revertData }, readErrorAbis) }
}
