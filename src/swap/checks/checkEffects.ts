import type { Client } from "viem"
import { erc20Abi } from "viem"
import { encodeFunctionData, isAddressEqual } from "viem/utils"

import { readAllowance } from "../../onchain/allowances.js"
import { WrongContractError } from "../../onchain/callErrors.js"
import { readCodeSize } from "../../onchain/readNode.js"
import { type AccountEffects, readAccountEffects } from "../../onchain/simulation/readAccountEffects.js"
import { readGains } from "../../onchain/simulation/readGains.js"
import { simulateCalls } from "../../onchain/simulation/simulateCalls.js"
import type { SimulatedEffects } from "../../onchain/simulation/Simulation.js"
import { isEvmAddress } from "../../primitives/foreign.js"
import { largerOf } from "../../primitives/numbers/amount.js"
import { nativeToken } from "../nativeToken.js"
import { maxValueOf } from "./checkTransaction.js"
import { type Refuse, refusing } from "./routeRefusals.js"
import type { CheckedRoute, RouteLimits } from "./types.js"

/**
 * Refuses a route by what a simulation of its transaction shows: the account would lose more of the input than requested, another
 * token, or more native currency than the limit; the receiver would get less than the route promises, if it is paid on the same chain;
 * a deposit would not arrive whole; it would grant or raise an allowance or another right over its tokens; or an
 * existing contract would get another owner, another implementation or other roles.
 *
 * Not refused are: tokens that leave the account and come back, the route's own approval, and an allowance that is logged because a
 * transfer lowers it. What a contract that was created in the simulation logs about who controls it is its own affair.
 *
 * @param effects of the transaction alone, or of the route's approval and the transaction
 * @throws {RouteRefusedError} TAKES_MORE_INPUT, TAKES_OTHER_TOKEN, TAKES_MORE_NATIVE, GIVES_TOO_LITTLE, DEPOSIT_FALLS_SHORT, GRANTS_RIGHTS or
 * CHANGES_CONTROL
 */
export async function checkEffects(
  client: Client,
  effects: SimulatedEffects,
  { checked, limits }: { readonly checked: CheckedRoute; readonly limits: RouteLimits },
): Promise<void> {
  const { request, route } = checked
  const { userAddress: account, inputToken, inputAmount } = request
  const refuse: Refuse = refusing(route.quoteId)
  const { losses, nativeLoss, allowances, items, grants, controlChanges } = readAccountEffects(effects, account)

  for (const [token, loss] of losses) {
    if (!isAddressEqual(token, inputToken)) refuse("TAKES_OTHER_TOKEN", { offered: `${loss} of ${token}` })
    if (loss > inputAmount) refuse("TAKES_MORE_INPUT", { requested: String(inputAmount), offered: String(loss) })
  }
  const [item] = items
  if (item !== undefined) refuse("TAKES_OTHER_TOKEN", { offered: `${item.event} of ${item.contract}` })
  const maxValue = maxValueOf(request, limits)
  if (nativeLoss > maxValue) {
    refuse("TAKES_MORE_NATIVE", { requested: `${maxValue} wei at most`, offered: `${nativeLoss} wei` })
  }
  requireWholeDeposit(effects, checked, refuse)
  await refuseStrangers(client, effects, { checked, limits }, refuse)
  const given = outputOf(effects, checked)
  if (given !== undefined && given < checked.leastOut) {
    refuse("GIVES_TOO_LITTLE", { requested: String(checked.leastOut), offered: String(given) })
  }
  const [grant] = grants
  if (grant !== undefined) refuse("GRANTS_RIGHTS", { offered: `${grant.event} of ${grant.contract}` })
  for (const allowance of allowances) {
    if (allowance.amount <= (await highestAllowed(client, allowance, checked))) continue
    const { token, spender, amount } = allowance
    refuse("GRANTS_RIGHTS", { offered: `an allowance of ${amount} of ${token} for ${spender}` })
  }
  for (const { contract, event } of controlChanges) {
    // A contract without code now is created in the simulation.
    if ((await readCodeSize(client, contract)) > 0) refuse("CHANGES_CONTROL", { offered: `${event} of ${contract}` })
  }
}

/**
 * Refuses a route that leaves a share of what it moves with an account that nothing names and that takes no part in the call.
 *
 * A pool, a bridge or a wrapper that keeps the input is called, and logs what it did: an account without code cannot log, and a contract
 * that only receives does not. What passes through an account and leaves it with nothing is no share. Named are the ends of the request,
 * the contracts that are called, approved, allowed or described, the keepers of a description, and each fee taker up to its fee. Native
 * currency may go where the messages' fees go, as far as it is attached beyond the input. On the chain where the output is paid, what the
 * receiver does not get of it is bounded by the least output, and who pays its part of the least output for its part of the input has
 * traded. What the input token itself takes of every transfer is its own affair: a transfer of it alone shows that.
 */
async function refuseStrangers(
  client: Client,
  effects: SimulatedEffects,
  { checked, limits }: { readonly checked: CheckedRoute; readonly limits: RouteLimits },
  refuse: Refuse,
): Promise<void> {
  const { request, route, transaction, approval, fees, leastOut } = checked
  const { inputToken, inputAmount, outputToken, userAddress, receiverAddress, feeTakerAddress } = request
  const { allowedTargets = [], allowedSpenders = [], routers = {} } = limits
  const described = Object.entries(routers).flatMap(([address, { keepers = [] }]) => [address, ...keepers])
  const named = new Set(
    [userAddress, receiverAddress, feeTakerAddress, transaction.to, approval?.spender, route.deposit?.depositAddress]
      .concat(allowedTargets, allowedSpenders, described, burnAddress, inputToken)
      .concat(effects.logs.map(({ address }) => address))
      .map((address) => address?.toLowerCase()),
  )
  const isPaidHere = request.originChainId === request.destinationChainId
  let forMessages = transaction.value - (inputToken === nativeToken ? inputAmount : 0n)
  for (const { account, token, amount } of readGains(effects)) {
    if (named.has(account.toLowerCase())) continue
    if (token === "native" && amount <= forMessages) {
      forMessages -= amount
      continue
    }
    const isInput = isAddressEqual(token === "native" ? nativeToken : token, inputToken)
    if (isPaidHere && isAddressEqual(token === "native" ? nativeToken : token, outputToken)) continue
    const fee = fees.filter(({ taker }) => isAddressEqual(taker, account)).reduce((sum, each) => sum + each.amount, 0n)
    if (isInput && amount <= fee) continue
    const given = isPaidHere ? (readAccountEffects(effects, account).losses.get(outputToken) ?? 0n) : 0n
    if (isInput && leastOut > 0n && given * inputAmount >= leastOut * amount) continue
    if (isInput && amount <= fee + (await readTax(client, checked, account))) continue
    refuse("SHARE_TO_STRANGER", { offered: `${amount} of ${token} for ${account}` })
  }
}

const burnAddress: Address = "0x000000000000000000000000000000000000dEaD"

/** Returns what an account gets of a plain transfer of the input to the route's target: a token can keep a part of each. */
async function readTax(
  client: Client,
  { request: { inputToken, inputAmount, userAddress }, transaction: { to } }: CheckedRoute,
  account: Address,
): Promise<bigint> {
  if (inputToken === nativeToken) return 0n
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, inputAmount] })
  const plain = await simulateCalls(client, { account: userAddress, calls: [{ to: inputToken, data }] })
  if (plain?.status !== "success") return 0n
  return readAccountEffects(plain, account).gains.get(inputToken) ?? 0n
}

/** Some tokens take a part of each transfer. A deposit that is too small is not swapped. */
function requireWholeDeposit(
  effects: SimulatedEffects,
  { request: { userOps, inputToken, inputAmount }, route: { deposit } }: CheckedRoute,
  refuse: Refuse,
): void {
  const address = deposit?.depositAddress
  if (userOps !== "deposit" || address === undefined || !isEvmAddress(address)) return
  const { gains, nativeLoss } = readAccountEffects(effects, address)
  const paid = isAddressEqual(inputToken, nativeToken) ? -nativeLoss : (gains.get(inputToken) ?? 0n)
  if (paid < inputAmount) {
    refuse("DEPOSIT_FALLS_SHORT", { requested: String(inputAmount), offered: String(paid) })
  }
}

/** Returns what the receiver gets of the output. `undefined` for a route that is paid on another chain, which nothing here shows. */
function outputOf(effects: SimulatedEffects, { request, transaction }: CheckedRoute): bigint | undefined {
  const { userOps, originChainId, destinationChainId, receiverAddress, outputToken, userAddress } = request
  // What a deposit pays for is delivered later.
  if (userOps === "deposit" || originChainId !== destinationChainId) return undefined
  const { gains, nativeLoss } = readAccountEffects(effects, receiverAddress)
  if (!isAddressEqual(outputToken, nativeToken)) return gains.get(outputToken) ?? 0n
  // What the account attaches is its cost, and no smaller output.
  return (isAddressEqual(receiverAddress, userAddress) ? transaction.value : 0n) - nativeLoss
}

/** Returns the allowance that a spender has now, or gets by the route's own approval. */
async function highestAllowed(
  client: Client,
  { token, spender }: AccountEffects["allowances"][number],
  { approval, request: { userAddress } }: CheckedRoute,
): Promise<bigint> {
  const isOwn = approval !== undefined && token === approval.token && spender === approval.spender
  const current = await readAllowance(client, { token, spender }, userAddress).catch((error: unknown) => {
    if (error instanceof WrongContractError) return 0n
    throw error
  })
  return isOwn ? largerOf(current, approval.amount) : current
}
