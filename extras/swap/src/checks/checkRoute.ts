import type { Address } from "viem"

import { type EvmTransaction, isEvmTxData, type QuoteRoute, waysOf } from "../types.js"
import { checkQuote, maxSlippage, type QuoteQuery } from "../wire/parameters/quoteChecks.js"
import { quoteRouteSchema } from "../wire/quoteSchemas.js"
import { checkCalldata } from "./checkCalldata.js"
import { checkLimits } from "./checkLimits.js"
import { allowedContracts, checkApproval, checkTransaction, depositPayment } from "./checkTransaction.js"
import { inputAmountOf } from "./inputAmountOf.js"
import { readCalldata } from "./readCalldata.js"
import { type Refuse, refusing, type RouteRefusal, RouteRefusedError } from "./routeRefusals.js"
import type { CheckedLimits, CheckedRoute, CheckRouteParameters, EvmRequest, RouteContract } from "./types.js"
import { valueLossOf, worstLoss } from "./valueLoss.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { parseAmount } from "#src/primitives/numbers/amount.js"
import { excerpt } from "#src/primitives/text.js"

/**
 * Compares a route with the request. The API is not trusted, because its response decides what is signed.
 *
 * @throws {RouteRefusedError} with the first `reason` that applies
 * @throws {InvalidInputError} the request or a limit is invalid
 * @example
 * const { transaction, approval } = checkRoute({ route: routes[0], request, allowedTargets: [router] })
 */
export function checkRoute(parameters: CheckRouteParameters): CheckedRoute {
  const { now = Date.now() } = parameters
  const parsed = readRequest(parameters)
  const limits = checkLimits(parameters)
  const route = readRoute(parameters.route)
  const { quoteId, approval } = route
  const refuse: Refuse = refusing(excerpt(quoteId))
  const request = withInput(onEvmChains(parsed, route), { route, limits }, refuse)

  const isDeposit = request.userOps === "deposit"
  const transaction = isDeposit ? depositPayment(route, request, refuse) : transactionOf(route, refuse)
  if (isExpired(route, now))
    refuse("EXPIRED", { offered: new Date(Math.min(route.expiresAt * 1_000, 8.64e15)).toISOString() })
  const claims = { ...claimsOf(parameters.quote), ...claimsOf(route) }
  const requireSame = (reason: RouteRefusal, requested: string | number | bigint, offered: unknown): void => {
    if (offered === undefined || offered === null) return
    const [asked, found] = [String(requested), textOf(offered)]
    if (asked.toLowerCase() !== found.toLowerCase()) refuse(reason, { requested: asked, offered: excerpt(found) })
  }
  requireSame("WRONG_CHAIN", request.originChainId, transaction.chainId)
  requireSame("WRONG_CHAIN", request.originChainId, claims.originChainId)
  if (!isDeposit) {
    requireSame("WRONG_USER", request.userAddress, approval?.userAddress)
    requireSame("WRONG_USER", request.userAddress, claims.userAddress)
  }
  requireSame("OTHER_RECEIVER", request.receiverAddress, claims.receiverAddress)
  const input = route.input ?? parameters.quote?.input
  requireSame("OTHER_INPUT", request.inputToken, input?.token.address)
  requireSame("OTHER_INPUT", request.originChainId, input?.token.chainId)
  if (request.outputAmount === undefined) requireSame("OTHER_INPUT", request.inputAmount, input?.amount)
  requireSame("OTHER_OUTPUT", request.outputToken, route.output.token.address)
  requireSame("OTHER_OUTPUT", request.destinationChainId, route.output.token.chainId)
  requireSame("OTHER_OUTPUT", request.destinationChainId, claims.destinationChainId)

  const leastOut = leastOutOf(route, request.slippage)
  const accepted = parameters.leastOut ?? acceptedOut(request, route)
  if (leastOut < accepted || leastOut === 0n) {
    refuse("TOO_LITTLE_OUT", { requested: String(accepted), offered: String(leastOut) })
  }
  requireLeast({ route, leastOut }, limits.minOut)
  const valueLoss = valueLossOf(route, parameters.inputValueInUsd ?? input?.valueInUsd)
  const loss = worstLoss(valueLoss)
  if (loss !== null && loss > limits.acceptLoss) {
    refuse("LOSES_TOO_MUCH", { requested: `at most ${limits.acceptLoss} %`, offered: `${loss} %` })
  }
  if (isDeposit) {
    const unlisted = unlistedDeposit(route, limits)
    if (unlisted.length > 0 && parameters.unlisted !== "report") {
      refuse("DEPOSIT_NOT_ALLOWED", { offered: unlisted[0]?.address })
    }
    // What a transfer pays is all that its calldata has.
    const calldata = { functions: [], fees: [], undecoded: [] }
    return { route, request, transaction, approval: undefined, leastOut, valueLoss, unlisted, ...calldata }
  }
  checkTransaction(transaction, { request, limits }, refuse)
  const unlisted: RouteContract[] = []
  if (!isAllowedTarget(transaction, limits, refuse)) unlisted.push({ kind: "target", address: transaction.to })
  if (unlisted.length > 0 && parameters.unlisted !== "report") {
    refuse("TARGET_NOT_ALLOWED", { requested: allowedContracts(limits.allowedTargets), offered: transaction.to })
  }
  const needed = approval === null ? undefined : checkApproval(approval, request, refuse)
  const address = approval?.spenderAddress
  if (address !== undefined && address !== transaction.to && !limits.allowedSpenders.includes(address)) {
    if (parameters.unlisted !== "report") {
      refuse("OTHER_SPENDER", { requested: [transaction.to, ...limits.allowedSpenders].join(", "), offered: address })
    }
    unlisted.push({ kind: "spender", address })
  }
  const calldata = checkCalldata(transaction, { request, route, leastOut, limits }, refuse)
  const { undecoded } = calldata
  if (undecoded.length > 0 && !limits.acceptUndecoded) {
    refuse("NOT_DECODED", { offered: `not described: ${excerpt(undecoded.join(", "), 300)}, for ${transaction.to}` })
  }
  return { route, request, transaction, approval: needed, leastOut, valueLoss, unlisted, ...calldata }
}

export function isExpired({ expiresAt }: Pick<QuoteRoute, "expiresAt">, now: number): boolean {
  return expiresAt * 1_000 <= now
}

/**
 * Refuses a route that may give less than its user accepts.
 *
 * @throws {RouteRefusedError} BELOW_MIN_OUT
 */
export function requireLeast(
  { route: { quoteId }, leastOut }: Pick<CheckedRoute, "route" | "leastOut">,
  minOut: bigint | undefined,
): void {
  if (minOut === undefined || leastOut >= minOut) return
  throw new RouteRefusedError("BELOW_MIN_OUT", {
    quoteId: excerpt(quoteId),
    requested: String(minOut),
    offered: String(leastOut),
  })
}

type PaidRequest = QuoteQuery & Pick<EvmRequest, "originChainId" | "userOps"> & { readonly userAddress: string }

function readRequest({ request: given, route, payer }: CheckRouteParameters): PaidRequest {
  const request = checkQuote({ ...given, signal: undefined })
  const ways = waysOf(request)
  const userOps = ways.find((way) => way === (Object(route) as Partial<QuoteRoute>).userOp) ?? ways[0] ?? "tx"
  const { originChainId, userAddress, refundAddress } = request
  const account = userOps === "deposit" ? (payer ?? refundAddress) : userAddress
  if (userOps !== "cex-withdraw" && originChainId !== undefined && account !== undefined) {
    return { ...request, userOps, originChainId, userAddress: account }
  }
  throw new InvalidInputError({
    argument: "userOps",
    problem: `a route that was requested with ${userOps} is not paid from an account`,
    fix: 'Get a quote with "tx" or "deposit".',
  })
}

/** Completes a request of an output with the input that the route takes, which the caller bounds. */
function withInput(
  request: QuoteQuery & EvmRequest,
  { route, limits: { maxInput } }: { route: QuoteRoute; limits: CheckedLimits },
  refuse: Refuse,
): CheckedRoute["request"] {
  const inputAmount = inputAmountOf(request, route)
  if (request.outputAmount === undefined) return { ...request, inputAmount }
  if (maxInput === undefined) {
    throw new InvalidInputError({
      argument: "maxInput",
      problem: "it is missing, and in a quote for an output only the routes say what is taken",
      fix: "Give the most of the input token that you pay.",
    })
  }
  if (inputAmount === 0n || inputAmount > maxInput) {
    refuse("ABOVE_MAX_INPUT", {
      requested: `at most ${maxInput}`,
      offered: inputAmount === 0n ? "not said" : `${inputAmount}`,
    })
  }
  return { ...request, inputAmount }
}

/** The least output that is accepted of a route: what is guaranteed, or what may be left after slippage. */
function acceptedOut({ quoteType, outputAmount, slippage }: QuoteQuery, { output }: QuoteRoute): bigint {
  const wanted = outputAmount ?? output.amount
  return quoteType === "EXACT_OUTPUT" ? wanted : afterSlippage(wanted, slippage ?? String(maxSlippage))
}

function transactionOf({ userOp, txData }: QuoteRoute, refuse: Refuse): EvmTransaction {
  if (userOp !== "tx" || txData === null) return refuse("NOT_A_TRANSACTION", { offered: excerpt(userOp) })
  if (!isEvmTxData(txData)) return refuse("UNKNOWN_KIND", { offered: excerpt(txData.kind) })
  return txData.object
}

/** A contract that is described, and passes all of its calls on to allowed ones, is allowed with them. */
function isAllowedTarget(
  { to, data }: EvmTransaction,
  { allowedTargets, routers }: CheckedLimits,
  refuse: Refuse,
): boolean {
  if (allowedTargets.includes(to)) return true
  const { passedTo } = readCalldata({ to, data }, routers, () => refuse("CALLDATA_MALFORMED"))
  return passedTo.length > 0 && passedTo.every((target) => allowedTargets.includes(target))
}

function unlistedDeposit({ deposit }: QuoteRoute, { allowedDeposits }: CheckedLimits): RouteContract[] {
  const address = deposit?.depositAddress
  return address === undefined || !isEvmAddress(address) || allowedDeposits.includes(address)
    ? []
    : [{ kind: "deposit", address }]
}

/** Returns a request with which everything that is signed can be checked. */
function onEvmChains(request: PaidRequest, { quoteId }: QuoteRoute): QuoteQuery & EvmRequest {
  const { inputToken, outputToken, userAddress, receiverAddress } = request
  const [input, output, user, receiver] = [inputToken, outputToken, userAddress, receiverAddress].map((address) => {
    if (isEvmAddress(address)) return address
    throw new RouteRefusedError("FOREIGN_CHAIN", { quoteId: excerpt(quoteId), requested: excerpt(address) })
  }) as [Address, Address, Address, Address]
  return { ...request, inputToken: input, outputToken: output, userAddress: user, receiverAddress: receiver }
}

/** Parses the route again: one that was stored as JSON has lost its types. */
function readRoute(given: QuoteRoute): QuoteRoute {
  const { data, error } = quoteRouteSchema.safeParse(given)
  if (data !== undefined) return data
  const [issue] = error.issues
  const { quoteId } = Object(given) as { quoteId?: unknown }
  throw new RouteRefusedError("MALFORMED", {
    quoteId: typeof quoteId === "string" ? excerpt(quoteId) : "unknown",
    offered: issue === undefined ? undefined : excerpt(`${issue.path.join(".")}: ${issue.message}`),
  })
}

type Claims = Partial<Record<"originChainId" | "destinationChainId" | "userAddress" | "receiverAddress", unknown>>

/** Reads the chains and accounts that a quote or a route says it is for. Missing fields are left out. */
function claimsOf(offer: object | undefined): Claims {
  const { originChainId, destinationChainId, userAddress, receiverAddress } = (offer ?? {}) as Claims
  const claims = { originChainId, destinationChainId, userAddress, receiverAddress }
  return Object.fromEntries(Object.entries(claims).filter(([, claim]) => claim !== undefined && claim !== null))
}

/** A value that is neither text nor a number matches nothing. */
function textOf(offered: unknown): string {
  if (typeof offered === "string") return offered
  return typeof offered === "number" || typeof offered === "bigint" ? String(offered) : "something else"
}

const wholePercent = 10n ** 18n

/** Computes the minimum that the route promises, or its output minus its slippage if it promises none. */
function leastOutOf({ output, slippage: own }: QuoteRoute, requested: string | undefined): bigint {
  if (output.minAmountOut !== null) return output.minAmountOut
  const slippage = own ?? requested ?? "0"
  return /^\d{1,2}(\.\d{1,18})?$/.test(slippage) ? afterSlippage(output.amount, slippage) : 0n
}

function afterSlippage(amount: bigint, slippage: string): bigint {
  return (amount * (100n * wholePercent - parseAmount(slippage, 18))) / (100n * wholePercent)
}
