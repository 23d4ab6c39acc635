import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { executeRows } from "../index.js"
import { readQuoteArguments, type SwapRequest } from "./readQuoteArguments.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { chainsOf, sourceChain } from "#src/plugin/config/chainsOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { flagOf } from "#src/primitives/commands/commandLine.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

type ExecuteArguments = Values<typeof executeRows>

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

/**
 * Reads which swap to execute.
 *
 * @throws {InvalidInputError} an argument is missing or wrong; the error names it
 */
export function readExecuteArguments(
  args: ExecuteArguments,
  hre: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
): SwapCommand {
  if (args.resume !== undefined) {
    refuseWithResume(args)
    const chains = chainsOf(hre.config.plugs)
    const source = sourceChain(chains, { from: args.from, network: hre.globalOptions.network })
    const quoteId = checkQuoteId(args.resume.trim(), "--resume")
    return { kind: "resume", source, quoteId, argument: "--resume" }
  }
  const amount = readRequired(args.amount, { argument: "amount", example: "how much to swap, such as 12.5 USDC" })
  const token = readRequired(args.token, { argument: "token", example: "which token to give, such as USDC" })
  const swapRequest = readQuoteArguments({ ...args, amount, token }, hre)
  const choice = readRouteChoice(args.route)
  return { kind: "begin", source: swapRequest.source, swapRequest, choice }
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

/** What a swap is agreed to as. */
const terms = [
  "amount",
  "to",
  "for",
  "receiver",
  "slippage",
  "provider",
  "without",
  "route",
  "userOps",
  "refundAddress",
  "feeBps",
  "feeTaker",
] as const

/** A swap resumes exactly as it began, so nothing else about it can be given. */
function refuseWithResume(args: ExecuteArguments): void {
  const given = terms.find((name) => args[name] !== undefined)
  if (given === undefined) return
  throw new InvalidInputError({
    argument: given === "amount" ? given : flagOf(given),
    problem: "a swap is resumed exactly as it began",
    fix: "Leave it out, or leave out --resume.",
  })
}
