import type { Address } from "viem"
import { isAddressEqual } from "viem/utils"

import type { QuoteFacts } from "../output/quoteTable.js"
import type { ShownToken } from "../output/routeFormat.js"
import { defaultAcceptLoss } from "#extras/swap/src/checks/valueLoss.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { pinnedTokens } from "#src/plugin/config/pinnedTokens.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { parseAmount } from "#src/primitives/numbers/amount.js"

/** A swap that has a least output of the user's own. */
export type LeastSubject = Pick<QuoteFacts, "swapRequest" | "request" | "input" | "output">

/** What the user says about the least output. */
export type LeastTerms = {
  /** What `--min-out` says, in whole tokens. */
  readonly minOut: string | undefined
  /** Percent of the input's worth that may be lost, where prices say what it is worth. */
  readonly acceptLoss: number | undefined
  /** Whether the user has to say one, because nobody is asked. */
  readonly isRequired: boolean
}

/**
 * Finds the least output that a user accepts, whatever the swap API promises: what `--min-out` says, or else what `plugs.swap.prices` say
 * that the input is worth, less the loss that is accepted.
 *
 * @returns in the smallest unit of the output token; `undefined` if there is none
 * @throws {InvalidInputError} it is required and missing, or has more decimals than the token
 */
export function ownLeast(
  { swapRequest: { origin, destination }, request, input, output }: LeastSubject,
  { minOut, acceptLoss = defaultAcceptLoss, isRequired }: LeastTerms,
  plugs: PlugsConfig,
): bigint | undefined {
  if (minOut !== undefined) return parseAmount(minOut, output.decimals, "--min-out")
  const [paid, got] = [priceOf(input, origin.name, plugs), priceOf(output, destination.name, plugs)]
  if (paid !== undefined && got !== undefined) {
    const worth = request.inputAmount * paid * 10n ** BigInt(output.decimals)
    const kept = BigInt(Math.floor((100 - acceptLoss) * 10_000))
    return (worth * kept) / (got * 10n ** BigInt(input.decimals) * 1_000_000n)
  }
  if (!isRequired) return undefined
  throw new InvalidInputError({
    argument: "--min-out",
    problem: "it is missing, and nobody is asked: only the swap API says how much the swap has to give",
    fix: "Give the least that you accept, in whole tokens, such as --min-out 9.9, or write the prices of both tokens to plugs.swap.prices.",
  })
}

/** The dollars of a whole token, times 1e18. What a token calls itself proves nothing: a symbol is one that `plugs.swap.tokens` pins. */
function priceOf({ address, symbol }: ShownToken, chain: string, plugs: PlugsConfig): bigint | undefined {
  const { prices } = plugs.swap
  const pins = Object.entries(pinnedTokens(plugs, chain))
  const isMeant = (key: string): boolean => {
    if (!isEvmAddress(address)) return false
    if (isEvmAddress(key)) return isAddressEqual(key, address)
    const isSymbol = (other: string): boolean => other.toUpperCase() === key.toUpperCase()
    return isAddressEqual(address, nativeToken)
      ? isSymbol(symbol)
      : pins.some(([pin, pinned]: readonly [string, Address]) => isSymbol(pin) && isAddressEqual(pinned, address))
  }
  const own = Object.hasOwn(prices, chain) ? Object.entries(prices[chain] ?? {}) : []
  const price = own.find(([key]) => isMeant(key))?.[1]
  return price === undefined ? undefined : parseAmount(price.toFixed(18), 18)
}
