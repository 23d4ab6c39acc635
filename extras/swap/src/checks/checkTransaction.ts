import type { Address, Hex } from "viem"
import { isAddressEqual, size, toFunctionSelector } from "viem/utils"

import { depositTransfer, evmDeposit } from "../depositTransfer.js"
import { nativeToken } from "../nativeToken.js"
import type { EvmTransaction, QuoteRoute, RouteApproval } from "../types.js"
import { defaultMaxNativeFee } from "./checkLimits.js"
import type { Refuse } from "./routeRefusals.js"
import type { CheckedLimits, CheckedRoute, RouteLimits } from "./types.js"
import type { Approval } from "#src/onchain/allowances.js"
import { excerpt, shorten } from "#src/primitives/text.js"

// Each of these calls transfers the sender's tokens, or the right to spend them, whichever contract it is sent to.
const tokenCalls: readonly Hex[] = [
  "approve(address,uint256)",
  "increaseAllowance(address,uint256)",
  "increaseApproval(address,uint256)",
  "transfer(address,uint256)",
  "transferFrom(address,address,uint256)",
  "transferAndCall(address,uint256)",
  "transferAndCall(address,uint256,bytes)",
  "approveAndCall(address,uint256)",
  "approveAndCall(address,uint256,bytes)",
  "authorizeOperator(address)",
  "send(address,uint256,bytes)",
  "setApprovalForAll(address,bool)",
  "safeTransferFrom(address,address,uint256)",
  "safeTransferFrom(address,address,uint256,bytes)",
  "safeTransferFrom(address,address,uint256,uint256,bytes)",
  "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
  "approve(address,address,uint160,uint48)",
  "transferFrom(address,address,uint160,address)",
].map((signature) => toFunctionSelector(signature))

/**
 * Refuses a transaction that no swap needs: one to no contract, or to a token of the swap that is not an allowed target, a token
 * transfer or approval, a plain payment, and too much calldata or native currency. Whether any other target is allowed is not
 * checked here.
 */
export function checkTransaction(
  { to, data, value }: EvmTransaction,
  { request, limits }: { request: CheckedRoute["request"]; limits: CheckedLimits },
  refuse: Refuse,
): void {
  const { inputToken, outputToken, userAddress } = request
  const { allowedTargets, maxCalldata } = limits
  const isNoContract = [nativeToken, userAddress, zero].includes(to)
  // A token can be the route's own contract, as the wrapper of the native currency is. Then it must be in the list.
  const isToken = to === inputToken || to === outputToken
  if (isNoContract || (isToken && !allowedTargets.includes(to))) {
    refuse("TARGET_NOT_ALLOWED", { requested: allowedContracts(allowedTargets), offered: to })
  }
  if (data.length % 2 !== 0 || size(data) < 4) refuse("NO_CALLDATA", { offered: shorten(data, 20) })
  if (size(data) > maxCalldata) {
    refuse("HUGE_CALLDATA", { requested: `${maxCalldata} bytes at most`, offered: `${size(data)} bytes` })
  }
  const selector = data.slice(0, 10) as Hex
  if (tokenCalls.includes(selector)) refuse("TOKEN_CALL", { offered: selector })

  const maxValue = maxValueOf(request, limits)
  if (value > maxValue) refuse("TOO_MUCH_VALUE", { requested: `${maxValue} wei at most`, offered: `${value} wei` })
}

/** Refuses to approve another token or more than is swapped. The spender is checked elsewhere. `undefined` if none is needed. */
export function checkApproval(
  { tokenAddress: token, spenderAddress: spender, amount }: RouteApproval,
  { inputToken, inputAmount }: CheckedRoute["request"],
  refuse: Refuse,
): Approval | undefined {
  if (inputToken === nativeToken || token !== inputToken) {
    refuse("OTHER_APPROVAL_TOKEN", { requested: inputToken, offered: token })
  }
  if (amount > inputAmount) refuse("APPROVAL_TOO_HIGH", { requested: String(inputAmount), offered: String(amount) })
  return amount === 0n ? undefined : { token, spender, amount }
}

/** Returns the maximum native currency that a route may cost, in wei and without gas. */
export function maxValueOf(
  { userOps, inputToken, inputAmount, originChainId, destinationChainId }: CheckedRoute["request"],
  { maxNativeFee }: Pick<RouteLimits, "maxNativeFee">,
): bigint {
  const sent = inputToken === nativeToken ? inputAmount : 0n
  // A deposit is a plain transfer, which pays no message.
  if (userOps === "deposit") return sent
  return sent + (maxNativeFee ?? (originChainId === destinationChainId ? 0n : defaultMaxNativeFee))
}

export function allowedContracts(list: readonly Address[]): string {
  return list.length === 0 ? "a contract that is allowed, and none is" : list.join(", ")
}

const zero: Address = "0x0000000000000000000000000000000000000000"

/** The ways to transfer a deposit that this package knows. */
const transferTypes = { native: "native", token: "erc20" } as const

/** Compares a deposit with the request, and makes the transaction that pays it: a transfer of exactly the requested input. */
export function depositPayment(
  { userOp, deposit: offered }: QuoteRoute,
  request: CheckedRoute["request"],
  refuse: Refuse,
): EvmTransaction {
  if (userOp !== "deposit" || offered === null) return refuse("NOT_A_DEPOSIT", { offered: excerpt(userOp) })
  const deposit = evmDeposit(offered)
  if (deposit === undefined) return refuse("FOREIGN_CHAIN", { offered: excerpt(offered.depositAddress) })
  const { originChainId, inputToken, inputAmount } = request
  const { chainId, token, amount, depositAddress, transferType, memo } = deposit
  if (chainId !== originChainId) refuse("WRONG_CHAIN", { requested: `${originChainId}`, offered: `${chainId}` })
  if (!isAddressEqual(token, inputToken)) refuse("OTHER_INPUT", { requested: inputToken, offered: token })
  if (amount !== inputAmount) refuse("OTHER_INPUT", { requested: `${inputAmount}`, offered: `${amount}` })
  if (memo !== null) refuse("NEEDS_MEMO", { offered: excerpt(memo) })
  const isNative = isAddressEqual(inputToken, nativeToken)
  const expected = isNative ? transferTypes.native : transferTypes.token
  if (transferType !== null && transferType.toLowerCase() !== expected) {
    refuse("UNKNOWN_KIND", { requested: expected, offered: excerpt(transferType) })
  }
  const impossible: readonly Address[] = [nativeToken, zero, inputToken, request.outputToken, request.userAddress]
  if (impossible.some((address) => isAddressEqual(address, depositAddress))) {
    refuse("NOT_A_DEPOSIT_ADDRESS", { offered: depositAddress })
  }
  return depositTransfer(deposit)
}
