import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import type { GasArguments } from "../../../src/plugin/config/gasLimits.js"
import {
  readList,
  readRequired,
  readWaitOptions,
  type WaitOptions,
} from "../../../src/plugin/arguments/readArguments.js"
import { chainsOf, sourceChain } from "../../../src/plugin/config/chainsOf.js"
import { parseAddress } from "../../../src/primitives/address.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import { didYouMean } from "../../../src/primitives/commands/nearest.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { inQuotes } from "../../../src/primitives/text.js"
import { checkAcceptLoss } from "../../../src/swap/checks/checkLimits.js"
import { checkQuoteId } from "../../../src/swap/wire/parameters/statusChecks.js"
import { type QuoteArguments, readQuoteArguments, type SwapRequest } from "./readQuoteArguments.js"

export type ExecuteArguments = Omit<QuoteArguments, "amount" | "token"> & {
  amount: string | undefined
  token: string | undefined
  route: string | undefined
  resume: string | undefined
  allowTarget: string | undefined
  acceptLoss: string | undefined
  maxGasPrice: string | undefined
  maxGasCost: string | undefined
  requote: boolean
  timeout: string | undefined
  yes: boolean
  json: boolean
}

/** How to choose one of several routes. */
export type RouteChoice = (typeof routeChoices)[number]

/** The ways to choose a route, as `--route` takes them. */
export const routeChoices = ["best", "fastest", "suggested"] as const

/** What to execute: a new swap, or one that an earlier command began. */
export type SwapCommand =
  | {
      readonly kind: "begin"
      readonly source: ChainEntry
      readonly swapRequest: SwapRequest
      readonly choice: RouteChoice
    }
  | {
      readonly kind: "resume"
      readonly source: ChainEntry
      readonly quoteId: string
      /** The argument that named the quote. */
      readonly argument: "--resume" | "quoteId"
    }

/** What a command line of `swap execute` says. */
export type ReadExecuteArguments = {
  readonly command: SwapCommand
  readonly waitOptions: WaitOptions<never>
  readonly allowedTargets: readonly Address[]
  /** Percent of the value that may be lost; `undefined` for the default. */
  readonly acceptLoss: number | undefined
  /** What gas may cost. */
  readonly gas: GasArguments
}

/**
 * Reads which swap to execute.
 *
 * @throws {InvalidInputError} an argument is missing or wrong; the error names it
 */
export function readExecuteArguments(
  args: ExecuteArguments,
  hre: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
): ReadExecuteArguments {
  const waitOptions = readWaitOptions({ timeout: args.timeout })
  const shared = {
    waitOptions,
    allowedTargets: readAllowedTargets(args.allowTarget),
    acceptLoss: readAcceptLoss(args.acceptLoss),
    gas: args,
  }
  if (args.resume !== undefined) {
    refuseWithResume(args)
    const chains = chainsOf(hre.config.plugs)
    const source = sourceChain(chains, { from: args.from, network: hre.globalOptions.network })
    const quoteId = checkQuoteId(args.resume.trim(), "--resume")
    return { command: { kind: "resume", source, quoteId, argument: "--resume" }, ...shared }
  }
  const amount = readRequired(args.amount, { argument: "amount", example: "how much to swap, such as 12.5 USDC" })
  const token = readRequired(args.token, { argument: "token", example: "which token to give, such as USDC" })
  const swapRequest = readQuoteArguments({ ...args, amount, token }, hre)
  const choice = readRouteChoice(args.route)
  return { command: { kind: "begin", source: swapRequest.source, swapRequest, choice }, ...shared }
}

/** Reads how to choose one of several routes. */
export function readRouteChoice(text = "best"): RouteChoice {
  const choice = routeChoices.find((known) => known === text.trim().toLowerCase())
  if (choice !== undefined) return choice
  throw new InvalidInputError({
    argument: "--route",
    problem: `${inQuotes(text)} is not a way to choose a route`,
    fix: `${didYouMean(text, routeChoices)} Give one of ${routeChoices.join(", ")}. To choose bridges and dexes, use --provider.`.trim(),
  })
}

/** A swap resumes exactly as it began, so nothing else about it can be given. */
function refuseWithResume({
  amount,
  to,
  for: wanted,
  receiver,
  slippage,
  provider,
  without,
  feeBps,
  feeTaker,
  route,
  userOps,
  refundAddress,
}: ExecuteArguments): void {
  const terms = { amount, "--to": to, "--for": wanted, "--receiver": receiver, "--slippage": slippage }
  const choices = { "--provider": provider, "--without": without, "--route": route }
  const payment = { "--user-ops": userOps, "--refund-address": refundAddress }
  const fee = { "--fee-bps": feeBps, "--fee-taker": feeTaker }
  const given = Object.entries({ ...terms, ...choices, ...payment, ...fee }).find(([, value]) => value !== undefined)
  if (given === undefined) return
  throw new InvalidInputError({
    argument: given[0],
    problem: "a swap is resumed exactly as it began",
    fix: "Leave it out, or leave out --resume.",
  })
}

/**
 * Reads how much of its value a swap may lose, in percent.
 *
 * @throws {InvalidInputError} it is not a percentage from 0 to 100
 * @example
 * readAcceptLoss("20") // 20, as does "20 %"
 */
export function readAcceptLoss(text: string | undefined): number | undefined {
  return text === undefined ? undefined : checkAcceptLoss(text.trim().replace(/\s?%$/, ""), "--accept-loss")
}

/**
 * Reads the addresses of `--allow-target`.
 *
 * @throws {InvalidInputError} one of them is no address
 */
export function readAllowedTargets(text: string | undefined): readonly Address[] {
  return (text === undefined ? [] : readList(text, "--allow-target")).map((address) =>
    parseAddress(address, "--allow-target"),
  )
}
