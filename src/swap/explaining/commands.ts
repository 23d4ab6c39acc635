import { isAddressEqual } from "viem/utils"

import type { Mend } from "../../explaining/Explanation.js"
import { commandLine } from "../../primitives/commands/commandLine.js"
import { isEvmAddress } from "../../primitives/foreign.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import type { GetQuoteParameters } from "../wire/parameters/types.js"
import type { SwapCase } from "./types.js"

/** The command that goes on with a swap whose transaction was signed. */
export function resumeCommand(quoteId: string): string {
  return `npx hardhat ${commandLine("swap resume", { quoteId }, { positional: ["quoteId"] })}`
}

/** The command that pays a deposit. */
export function payCommand(quoteId: string, from: string): string {
  return `npx hardhat ${commandLine("swap pay", { quoteId, from }, { positional: ["quoteId"] })}`
}

/** The command that takes an allowance back. */
export function revokeCommand(allowance: { token: string; spender: string; network: string }): string {
  return `npx hardhat ${commandLine("swap revoke", allowance, { positional: [] })}`
}

/** You, who begin the swap again with a new quote, as it was begun; without a command where nothing here recorded how. */
export function swapAgain(swap: SwapCase): Mend {
  return { who: "you", command: executeCommand(swap) ?? null }
}

/** The command that begins the same swap: its tokens by address, because symbols can be ambiguous. */
function executeCommand({ record, origin, destination, unit }: SwapCase): string | undefined {
  const request = record?.entry?.request ?? record?.deposit?.request
  if (request === undefined || origin === undefined || unit === undefined) return undefined
  const isSameChain = request.originChainId === request.destinationChainId
  const args = {
    amount: formatAmount(request.inputAmount, unit.decimals),
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

function isOwnReceiver({ receiverAddress, userAddress }: GetQuoteParameters): boolean {
  return (
    userAddress !== undefined &&
    isEvmAddress(receiverAddress) &&
    isEvmAddress(userAddress) &&
    isAddressEqual(receiverAddress, userAddress)
  )
}

function listOf(providers: string | readonly string[] | undefined): string | undefined {
  return typeof providers === "string" ? providers : providers?.join(",")
}
