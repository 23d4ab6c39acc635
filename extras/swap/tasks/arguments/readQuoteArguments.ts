import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import type { quoteRows } from "../index.js"
import { readAmount } from "./readAmount.js"
import { readTokenText } from "#extras/swap/src/plugin/findToken.js"
import { readSwapChain, type SwapChain } from "#extras/swap/src/plugin/swapChains.js"
import {
  checkAnyAddress,
  checkBasisPoints,
  checkProviders,
  checkSlippage,
} from "#extras/swap/src/wire/parameters/quoteChecks.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { chainIdOf, chainsOf, sourceChain } from "#src/plugin/config/chainsOf.js"
import { parseAddress } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import type { OrForeign } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

type QuoteArguments = Omit<Values<typeof quoteRows>, "account" | "json">

/** A swap as the command line describes it, with tokens that are still to be looked up. */
export type SwapRequest = {
  readonly source: ChainEntry
  readonly origin: SwapChain
  readonly destination: SwapChain
  /** A decimal number above zero, in whole tokens. */
  readonly amount: string
  /** The token to give, by symbol or address. */
  readonly token: string
  /** The token to receive, by symbol or address. */
  readonly wanted: string
  readonly receiver: OrForeign<Address> | undefined
  readonly slippage: string
  readonly includeProvider: readonly string[] | undefined
  readonly excludeProvider: readonly string[] | undefined
  /** If given, the swap is paid by a deposit, and this account receives a refund. */
  readonly refundAddress?: Address | undefined
  /** Hundredths of a percent of the amount, for `feeTakerAddress`. */
  readonly feeBps?: number | undefined
  readonly feeTakerAddress?: Address | undefined
}

/**
 * Reads which swap to quote. Tokens are looked up later, because that takes a request.
 *
 * @throws {InvalidInputError} an argument is wrong; the error names it
 */
export function readQuoteArguments(
  args: QuoteArguments,
  { config, globalOptions }: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
): SwapRequest {
  const amount = readAmount(args.amount, "amount")
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
    receiver: args.receiver === undefined ? undefined : checkAnyAddress(args.receiver, "--receiver"),
    slippage: checkSlippage(args.slippage ?? defaultSlippage, "--slippage"),
    includeProvider,
    excludeProvider,
    refundAddress: readRefundAddress(args),
    ...readFee(args),
  }
}

/** Reads the fee of another account. It takes both an amount and a receiver. */
function readFee({
  feeBps,
  feeTaker,
}: Pick<QuoteArguments, "feeBps" | "feeTaker">): Pick<SwapRequest, "feeBps" | "feeTakerAddress"> {
  if ((feeBps === undefined) !== (feeTaker === undefined)) {
    throw new InvalidInputError({
      argument: feeBps === undefined ? "--fee-bps" : "--fee-taker",
      problem: "it is missing, and a fee requires both an amount and a receiver",
      fix: "Give --fee-bps and --fee-taker, or neither.",
    })
  }
  return {
    feeBps: feeBps === undefined ? undefined : checkBasisPoints(feeBps.trim(), "--fee-bps"),
    feeTakerAddress: feeTaker,
  }
}

/** Reads how the swap is paid. Only a deposit has a refund address, and it always has one. */
function readRefundAddress({ userOps = "tx", refundAddress }: QuoteArguments): Address | undefined {
  const kind = userOps.trim().toLowerCase()
  if (kind !== "tx" && kind !== "deposit") {
    throw new InvalidInputError({
      argument: "--user-ops",
      problem: `${inQuotes(userOps)} is not a way to pay that this task knows`,
      fix: `${didYouMean(userOps, ["tx", "deposit"])} Give tx, to send a transaction, or deposit, to pay to an address.`.trim(),
    })
  }
  if (kind === "deposit") {
    return parseAddress(
      readRequired(refundAddress, { argument: "--refund-address", example: "--refund-address 0x…" }),
      "--refund-address",
    )
  }
  if (refundAddress === undefined) return undefined
  throw new InvalidInputError({
    argument: "--refund-address",
    problem: "only a deposit has one: a transaction is refunded to its sender",
    fix: "Leave it out, or add --user-ops deposit.",
  })
}

/** Always sent, so that the accepted slippage never depends on a default of the API. */
const defaultSlippage = "0.5"

function refuseBoth(included: readonly string[] = [], excluded: readonly string[] = []): void {
  const both = included.filter((id) => excluded.includes(id))
  if (both.length === 0) return
  throw new InvalidInputError({
    argument: "--without",
    problem: `${both.join(", ")} cannot be in both --provider and --without`,
    fix: "Name a provider in only one of the two.",
  })
}
