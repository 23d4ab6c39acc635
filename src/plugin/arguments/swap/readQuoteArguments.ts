import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import { parseAddress } from "../../../primitives/address.js"
import type { ChainEntry } from "../../../primitives/chains.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { quote } from "../../../primitives/quote.js"
import { checkProviders, checkSlippage } from "../../../swap/parameters.js"
import { readRequired } from "../readArguments.js"
import { chainsOf, sourceChain } from "../../config/chainsOf.js"
import { chainIdOf, readSwapChain, type SwapChain } from "../../config/swapChains.js"

export type QuoteArguments = {
  amount: string
  token: string
  from: string | undefined
  to: string | undefined
  for: string | undefined
  receiver: string | undefined
  slippage: string | undefined
  provider: string | undefined
  without: string | undefined
}

/** What a command line asks for, before anybody has said what its tokens are. */
export type SwapRequest = {
  readonly source: ChainEntry
  readonly origin: SwapChain
  readonly destination: SwapChain
  /** A decimal number above zero, in whole tokens. */
  readonly amount: string
  /** Symbols or addresses. */
  readonly token: string
  readonly wanted: string
  readonly receiver: Address | undefined
  readonly slippage: string
  readonly includeProvider: readonly string[] | undefined
  readonly excludeProvider: readonly string[] | undefined
}

/**
 * Reads what to swap for what, as far as that goes without asking anybody.
 *
 * @throws {InvalidInputError} named after the argument that is wrong
 */
export function readQuoteArguments(
  args: QuoteArguments,
  { config, globalOptions }: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
): SwapRequest {
  const amount = readAmount(args.amount)
  const token = readTokenText(args.token, "token")
  const source = sourceChain(chainsOf(config.plugs), { from: args.from, network: globalOptions.network })
  const origin = { name: source.name, chainId: chainIdOf(source, config) }
  const wanted = readTokenText(readRequired(args.for, { argument: "--for", example: "--for USDC" }), "--for")
  const includeProvider = args.provider === undefined ? undefined : checkProviders(args.provider, "--provider")
  const excludeProvider = args.without === undefined ? undefined : checkProviders(args.without, "--without")
  refuseBoth(includeProvider, excludeProvider)
  return {
    source,
    origin,
    destination: args.to === undefined ? origin : readSwapChain(args.to, "--to", config),
    amount,
    token,
    wanted,
    receiver: args.receiver === undefined ? undefined : parseAddress(args.receiver, "--receiver"),
    slippage: checkSlippage(args.slippage ?? defaultSlippage, "--slippage"),
    includeProvider,
    excludeProvider,
  }
}

/** Said outright, so that what is accepted never depends on what an API takes for granted. */
const defaultSlippage = "0.5"

/** How many digits a token allows after the point is known only when the token is. */
function readAmount(text: string): string {
  const amount = text.trim()
  const isNumber = /^\d+(\.\d+)?$/.test(amount)
  if (isNumber && /[1-9]/.test(amount)) return amount
  throw new InvalidInputError({
    argument: "amount",
    problem: isNumber ? "it is nothing" : `${quote(text)} is not a decimal number`,
    fix: isNumber
      ? "Give an amount above zero."
      : "Write digits with at most one point, such as 12.5, without sign, exponent or separators.",
  })
}

/** A token's address, checksummed, or its symbol. */
export function readTokenText(text: string, argument: string): string {
  const name = text.trim()
  if (/^0x/i.test(name)) return parseAddress(name, argument)
  if (/^\S{1,40}$/.test(name)) return name
  throw new InvalidInputError({
    argument,
    problem: `${quote(text)} is neither a token's symbol nor its address`,
    fix: "Write it as the API does, such as USDC; npx hardhat swap tokens lists them.",
  })
}

function refuseBoth(included: readonly string[] = [], excluded: readonly string[] = []): void {
  const both = included.filter((id) => excluded.includes(id))
  if (both.length === 0) return
  throw new InvalidInputError({
    argument: "--without",
    problem: `${both.join(", ")} can't be both with --provider and without`,
    fix: "Name a provider in one of the two.",
  })
}
