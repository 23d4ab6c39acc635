import type { Address } from "viem"

import { isAddressEqual } from "viem/utils"

import { excerpt } from "../../primitives/text.js"
import { depositTransfer, evmDeposit } from "../depositTransfer.js"
import { nativeToken } from "../nativeToken.js"
import type { EvmTransaction, QuoteRoute } from "../types.js"
import type { Difference, RouteRefusal } from "./routeRefusals.js"
import type { CheckedRoute } from "./types.js"

/** The ways to transfer a deposit that this package knows. */
const transferTypes = { native: "native", token: "erc20" } as const

/**
 * Compares a deposit with the request, and makes the transaction that pays it: a transfer of exactly the requested input.
 *
 * @param refuse called with the first reason that applies
 */
export function depositPayment(
  { userOp, deposit: given }: QuoteRoute,
  request: CheckedRoute["request"],
  refuse: (reason: RouteRefusal, difference?: Difference) => never,
): EvmTransaction {
  if (userOp !== "deposit" || given === null) return refuse("NOT_A_DEPOSIT", { offered: excerpt(userOp) })
  const deposit = evmDeposit(given)
  if (deposit === undefined) return refuse("FOREIGN_CHAIN", { offered: excerpt(given.depositAddress) })
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
  const nobody: readonly Address[] = [nativeToken, zero, inputToken, request.outputToken, request.userAddress]
  if (nobody.some((address) => isAddressEqual(address, depositAddress))) {
    refuse("NOT_A_DEPOSIT_ADDRESS", { offered: depositAddress })
  }
  return depositTransfer(deposit)
}

const zero: Address = "0x0000000000000000000000000000000000000000"
