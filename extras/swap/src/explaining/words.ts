import { isAddressEqual } from "viem/utils"

import { inputAmountOf } from "../checks/inputAmountOf.js"
import { quoteOf } from "../reading/findSwapRecord.js"
import type { SwapCase } from "../reading/types.js"
import type { GetQuoteParameters } from "../wire/parameters/types.js"
import type { Evidence, Mend } from "#src/explaining/Explanation.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { formatUtc } from "#src/primitives/duration.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { formatAmount, type Unit } from "#src/primitives/numbers/amount.js"
import { excerpt } from "#src/primitives/text.js"

/** Formats a time as `2026-01-31 12:00:00 UTC`. */
export function timeOf(seconds: number): string {
  return formatUtc(seconds) ?? "an unknown time"
}

/** An amount for a sentence: `12.5 USDC`. */
export function amountOf(amount: bigint, unit: Unit | undefined): string {
  if (unit === undefined) return `${amount} (in the smallest unit)`
  const symbol = unit.symbol === undefined || unit.symbol === null ? "" : ` ${excerpt(unit.symbol, 20)}`
  return `${formatAmount(amount, unit.decimals)}${symbol}`
}

/** Every EVM chain counts its currency like this. */
export function nativeAmountOf(wei: bigint): string {
  return `${formatAmount(wei, 18)} of the native currency`
}

export function sourceOf({ origin, originBlock }: Pick<SwapCase, "origin" | "originBlock">): string {
  const name = origin?.name ?? "the origin chain"
  return originBlock === null ? name : `${name}, block ${originBlock}`
}

export function simulationOf(swap: Pick<SwapCase, "origin" | "originBlock">): string {
  return `simulation on ${sourceOf(swap)}`
}

export function apiEvidence({ api }: Pick<SwapCase, "api">): Evidence {
  const source = "the swap API"
  if (api.kind === "unknown quote") return { source, says: "It does not know this quote." }
  if (api.kind === "no answer") return { source, says: `It does not answer: ${excerpt(api.says, 160)}` }
  const { status, origin, destination } = api.route
  const sides = `origin ${excerpt(origin.status, 30)}, destination ${excerpt(destination.status, 30)}`
  return { source, says: `The route is ${excerpt(status, 30)} (${sides}).` }
}

export function resumeCommand(quoteId: string): string {
  return `npx hardhat ${commandLine("swap resume", { quoteId }, { positional: ["quoteId"] })}`
}

export function payCommand(quoteId: string, from: string): string {
  return `npx hardhat ${commandLine("swap pay", { quoteId, from }, { positional: ["quoteId"] })}`
}

export function revokeCommand(allowance: { token: string; spender: string; network: string }): string {
  return `npx hardhat ${commandLine("swap revoke", allowance, { positional: [] })}`
}

/** To begin the same swap again; without a command where nothing here recorded how it was begun. */
export function swapAgain(swap: SwapCase): Mend {
  return { who: "swap again with a new quote", command: executeCommand(swap) ?? null }
}

/** The command that begins the same swap: its tokens by address, because symbols can be ambiguous. */
function executeCommand({ record, origin, destination, unit }: SwapCase): string | undefined {
  const { request, route } = quoteOf(record) ?? {}
  if (request === undefined || route === undefined || origin === undefined || unit === undefined) return undefined
  const isSameChain = request.originChainId === request.destinationChainId
  const args = {
    amount: formatAmount(inputAmountOf(request, route), unit.decimals),
    token: request.inputToken,
    from: origin.name,
    to: isSameChain ? undefined : (destination?.name ?? String(request.destinationChainId)),
    for: request.outputToken,
    receiver: isOwnReceiver(request) ? undefined : request.receiverAddress,
    slippage: request.slippage,
    provider: listOf(request.includeProvider),
    without: listOf(request.excludeProvider),
    feeBps: request.feeBps === undefined ? undefined : String(request.feeBps),
    feeTaker: request.feeTakerAddress,
    userOps: request.userOps === "deposit" ? "deposit" : undefined,
    refundAddress: request.refundAddress,
  }
  return `npx hardhat ${commandLine("swap execute", args, { positional: ["amount", "token"] })}`
}

function isOwnReceiver({ receiverAddress: receiver, userAddress: user = "" }: GetQuoteParameters): boolean {
  return isEvmAddress(receiver) && isEvmAddress(user) && isAddressEqual(receiver, user)
}

function listOf(providers: string | readonly string[] | undefined): string | undefined {
  return typeof providers === "string" ? providers : providers?.join(",")
}

/** What to do about an API that does not answer. */
export const checkApi: Mend = {
  who: "check plugs.swap.baseUrl and plugs.swap.apiKey",
  command: "npx hardhat plugs doctor",
}
