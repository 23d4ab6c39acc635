import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { ChainEntry } from "../../../primitives/chains.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { checkQuoteId } from "../../../swap/parameters/statusChecks.js"
import { readRequired } from "../readArguments.js"
import { readWaitOptions } from "../readWaitOptions.js"
import { chainsOf, sourceChain } from "../../config/chainsOf.js"
import { readRouteChoice, type RouteChoice } from "../../run/swap/chooseRoute.js"
import { type QuoteArguments, readQuoteArguments, type SwapRequest } from "./readQuoteArguments.js"

export type ExecuteArguments = Omit<QuoteArguments, "amount" | "token"> & {
  amount: string | undefined
  token: string | undefined
  route: string | undefined
  resume: string | undefined
  requote: boolean
  timeout: string | undefined
  yes: boolean
  json: boolean
}

/** What to carry out: a new swap, or one that was begun. */
export type SwapCommand =
  | { readonly kind: "begin"; readonly source: ChainEntry; readonly wish: SwapRequest; readonly choice: RouteChoice }
  | { readonly kind: "resume"; readonly source: ChainEntry; readonly quoteId: string }

/**
 * Reads which swap to carry out.
 *
 * @throws {InvalidInputError} named after the argument that is wrong
 */
export function readExecuteArguments(
  args: ExecuteArguments,
  hre: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
): { order: SwapCommand; patience: { timeout?: number } } {
  const patience = readWaitOptions({ until: undefined, timeout: args.timeout }, String)
  if (args.resume !== undefined) {
    refuseBeside(args)
    const chains = chainsOf(hre.config.plugs)
    const source = sourceChain(chains, { from: args.from, network: hre.globalOptions.network })
    return { order: { kind: "resume", source, quoteId: checkQuoteId(args.resume.trim(), "--resume") }, patience }
  }
  const amount = readRequired(args.amount, { argument: "amount", example: "how much to swap, such as 12.5 USDC" })
  const token = readRequired(args.token, { argument: "token", example: "which token to give, such as USDC" })
  const wish = readQuoteArguments({ ...args, amount, token }, hre)
  return { order: { kind: "begin", source: wish.source, wish, choice: readRouteChoice(args.route) }, patience }
}

/** What was begun is carried out as it was asked for then. */
function refuseBeside({
  amount,
  to,
  for: wanted,
  receiver,
  slippage,
  provider,
  without,
  route,
}: ExecuteArguments): void {
  const asked = { amount, "--to": to, "--for": wanted, "--receiver": receiver, "--slippage": slippage }
  const chosen = { "--provider": provider, "--without": without, "--route": route }
  const beside = Object.entries({ ...asked, ...chosen }).find(([, value]) => value !== undefined)
  if (beside === undefined) return
  throw new InvalidInputError({
    argument: beside[0],
    problem: "a swap that is resumed stays as it was begun",
    fix: "Leave it out, or leave out --resume.",
  })
}
