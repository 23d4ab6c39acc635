import type { Address, Client } from "viem"
import { encodeFunctionData, isAddressEqual } from "viem/utils"

import { nativeToken } from "../nativeToken.js"
import { maxValueOf } from "./checkTransaction.js"
import { type Refuse, refusing } from "./routeRefusals.js"
import { feeOf } from "./shownCall.js"
import type { CheckedRoute, RouteLimits } from "./types.js"
import { readAllowance } from "#src/onchain/allowances.js"
import { WrongContractError } from "#src/onchain/callErrors.js"
import { readCodeSize } from "#src/onchain/readNode.js"
import { type AccountEffects, listReceivers, readAccountEffects } from "#src/onchain/simulation/readAccountEffects.js"
import { simulateCalls } from "#src/onchain/simulation/simulateCalls.js"
import type { SimulatedEffects } from "#src/onchain/simulation/Simulation.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { zeroAddress } from "#src/primitives/address.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { largerOf } from "#src/primitives/numbers/amount.js"

/**
 * Refuses a route by what a simulation of its transaction shows: the account would lose more of the input than requested, another
 * token, or more native currency than the limit; the receiver would get less than the route promises, if it is paid on the same chain;
 * a deposit would not arrive whole; it would grant or raise an allowance or another right over its tokens; an existing contract would get
 * another owner, another implementation or other roles; or a share would be left with an account that nothing names.
 *
 * Not refused are: tokens that leave the account and come back, the route's own approval, and an allowance that is logged because a
 * transfer lowers it. What a contract that was created in the simulation logs about who controls it is its own affair.
 *
 * @param effects of the transaction alone, or of the route's approval and the transaction
 * @throws {RouteRefusedError} TAKES_MORE_INPUT, TAKES_OTHER_TOKEN, TAKES_MORE_NATIVE, GIVES_TOO_LITTLE, DEPOSIT_FALLS_SHORT, GRANTS_RIGHTS,
 * CHANGES_CONTROL or SHARE_TO_STRANGER
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
  await refuseStrangers(client, effects, { checked, limits }, refuse)
}

/** Whether a simulation shows that the input leaves the account. A node can leave out transfers of native currency, or every log. */
export function showsInput(effects: SimulatedEffects, { request, transaction }: CheckedRoute): boolean {
  if (transaction.value > 0n && effects.nativeTransfers.length === 0) return false
  const { userAddress, inputToken } = request
  return isAddressEqual(inputToken, nativeToken) || readAccountEffects(effects, userAddress).losses.has(inputToken)
}

/**
 * Refuses a route that leaves an account with a share of what it moves, unless the account is named or its code runs in the call.
 *
 * A pool, a bridge or a wrapper that keeps the input logs what it does; an account without code cannot log, and a contract that only receives
 * does not. Named are the ends of the request, what is called, approved or described, the keepers of a description, and fee takers up to
 * their fee. The output is bounded by its least amount where it is paid here.
 */
async function refuseStrangers(
  client: Client,
  effects: SimulatedEffects,
  { checked, limits }: { readonly checked: CheckedRoute; readonly limits: RouteLimits },
  refuse: Refuse,
): Promise<void> {
  const { request, route, transaction, approval, fees } = checked
  const { inputToken, inputAmount, outputToken, feeTakerAddress: taker, feeBps = 0 } = request
  const asked = taker === undefined ? [] : [{ taker, amount: (inputAmount * BigInt(feeBps)) / 10_000n }]
  const described = Object.entries(limits.routers ?? {}).flatMap(([address, { keepers = [] }]) => [address, ...keepers])
  const named = new Set(
    [request.userAddress, request.receiverAddress, transaction.to, approval?.spender, route.deposit?.depositAddress]
      .concat(described, zeroAddress, burnAddress)
      .concat(effects.logs.map(({ address }) => address))
      .map((address) => address?.toLowerCase()),
  )
  const isPaidHere = request.originChainId === request.destinationChainId
  let forMessages = transaction.value - (isAddressEqual(inputToken, nativeToken) ? inputAmount : 0n)
  for (const account of listReceivers(effects)) {
    if (named.has(account.toLowerCase())) continue
    const { gains, nativeLoss } = readAccountEffects(effects, account)
    for (const [token, amount] of [...gains, [nativeToken, -nativeLoss] as const]) {
      if (amount <= 0n || (isPaidHere && isAddressEqual(token, outputToken))) continue
      if (isAddressEqual(token, inputToken)) {
        const fee = largerOf(feeOf(account, fees), feeOf(account, asked))
        if (amount <= fee || (await getsTax(client, checked, account))) continue
      }
      if (token === nativeToken && amount <= forMessages && (await readCodeSize(client, account)) > 0) {
        forMessages -= amount
        continue
      }
      refuse("SHARE_TO_STRANGER", { offered: `${amount} of ${token} for ${account}` })
    }
  }
}

const burnAddress: Address = "0x000000000000000000000000000000000000dEaD"

/** Whether an account gets a part of a plain transfer of the input to the route's target, as a token that takes a part of each does it. */
async function getsTax(client: Client, { request, transaction }: CheckedRoute, account: Address): Promise<boolean> {
  const { inputToken, inputAmount, userAddress } = request
  if (isAddressEqual(inputToken, nativeToken)) return false
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [transaction.to, inputAmount] })
  const plain = await simulateCalls(client, { account: userAddress, calls: [{ to: inputToken, data }] })
  return plain?.status === "success" && readAccountEffects(plain, account).gains.has(inputToken)
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
