import type { Abi, Hex } from "viem"

import type { ChangePrinter } from "./output/createDevnetPrinter.js"
import type { DevnetProblem, MessageChange, PayloadChange, TimeoutChange, TriggerChange } from "#src/devnet/changes.js"
import type { Devnet, MessageRecord, PayloadRecord, TimeoutRecord, TriggerRecord } from "#src/devnet/index.js"
import { gatewayErrorsAbi } from "#src/devnet/server/gateway/requestOnTheWire.js"
import { silentAppGateway } from "#src/gateway/reverts.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

/**
 * Prints every change of every message, payload, timeout and trigger, in order, with reverts decoded, and what goes wrong in the background.
 *
 * @param printers each gets everything
 * @param describe describes an error for tasks. Default: as it is
 * @param readErrorAbis called at each revert, because contracts are rebuilt while a devnet runs
 * @returns `settled`, which resolves once every change so far is printed
 */
export function followDevnet(
  devnet: Devnet<string, boolean, boolean>,
  {
    readErrorAbis,
    printers,
    describe = (error) => Promise.resolve(error),
  }: {
    readErrorAbis: () => Promise<Abi[]>
    printers: readonly ChangePrinter[]
    describe?: (error: PlugsError) => Promise<PlugsError>
  },
): { settled(): Promise<void> } {
  let printed: Promise<void> = Promise.resolve()
  const print = <E extends keyof ChangePrinter>(
    event: E,
    data: () => Promise<Parameters<ChangePrinter[E]>[0]>,
  ): void => {
    printed = printed.then(async () => {
      const change = await data()
      for (const printer of printers) (printer[event] as (given: typeof change) => void)(change)
    })
  }
  devnet.onMessage((record) => {
    print("message", () => describeMessage(record, readErrorAbis))
  })
  devnet.gateway?.onPayload((record) => {
    print("payload", () => describePayload(record, readErrorAbis))
  })
  devnet.gateway?.onJob((change) => {
    const { at } = change
    if (change.kind === "timeout") print("timeout", () => describeTimeout(change.timeout, at, readErrorAbis))
    else print("trigger", () => describeTrigger(change.trigger, at, readErrorAbis))
  })
  devnet.onError((error) => {
    print("problem", async () => describeProblem(isPlugsError(error) ? await describe(error) : error))
  })
  return { settled: () => printed }
}

function describeProblem(error: unknown): DevnetProblem {
  if (isPlugsError(error)) return { code: error.code, message: error.message }
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, cause } = error
  return { message: cause instanceof Error ? `${message}: ${cause.message}` : message }
}

async function describeMessage(
  { outbound, status, since: at, executionTx, note }: MessageRecord,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<MessageChange> {
  const { messageId, srcChainSlug, srcPlug, dstChainSlug, dstPlug, transactionHash: outboundTx } = outbound
  const ends = { srcChainSlug, srcPlug, dstChainSlug, dstPlug, outboundTx, executionTxHash: executionTx ?? null }
  const message = { messageId, status, at, ...ends }
  // Once it is delivered, what it has reverted with before is over.
  if (status === "EXECUTION_SUCCESS" || note === undefined || !("revertData" in note)) return message
  return { ...message, revert: await describeRevert(note, readErrorAbis) }
}

async function describePayload(
  { payloadId, requestCount, callType, chainSlug, appGateway, target, status, since: at, ...record }: PayloadRecord,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<PayloadChange> {
  const { executed, resolved, executionAttempt, callbackAttempt } = record
  const transactions = { executeTxHash: executed?.txHash ?? null, callbackTxHash: resolved?.txHash ?? null }
  const payload = { payloadId, requestCount, callType, chainSlug, appGateway, target, status, at, ...transactions }
  if (callbackAttempt.revertData !== undefined)
    return { ...payload, ...(await revertOf(callbackAttempt, readErrorAbis)) }
  const { attempts, revertData } = executionAttempt
  if (revertData === undefined) return payload
  // The gateway refuses payloads too, such as those whose fees may exceed the maximum.
  const readAbis = async () => [...(await readErrorAbis()), gatewayErrorsAbi]
  return { ...payload, revert: await describeRevert({ attempts, revertData }, readAbis) }
}

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
async function describeTrigger(
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

/** The attempts at something that reverts, and why. */
export type DescribedRevert = { readonly attempts: number; readonly reason: string }

type FailedAttempt = { readonly attempts: number; readonly revertData: Hex }

/** Decodes a revert with the user's own contracts. */
export async function describeRevert(
  { attempts, revertData }: FailedAttempt,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<DescribedRevert> {
  const reason = decodeRevert(revertData, await readErrorAbis())?.reason ?? "it gave no reason"
  return { attempts, reason }
}

/** Decodes a revert of an app gateway or of the gateway's own contracts. One without a reason is explained. */
export async function describeAppGatewayRevert(
  attempt: FailedAttempt,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<DescribedRevert> {
  if (attempt.revertData === "0x") return { attempts: attempt.attempts, reason: silentAppGateway }
  return await describeRevert(attempt, async () => [...(await readErrorAbis()), gatewayErrorsAbi])
}
