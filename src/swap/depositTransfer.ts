import type { Address } from "viem"

import { encodeFunctionData, isAddressEqual } from "viem/utils"

import { tokenAbi } from "../onchain/tokenAbi.js"
import { nativeToken } from "./nativeToken.js"
import type { Deposit, EvmTransaction } from "./types.js"

/** Returns the address of the token that a deposit is paid in. */
export function depositToken({ token }: Pick<Deposit, "token">): Address {
  return typeof token === "string" ? token : token.address
}

/** Makes the transaction that pays a deposit: a plain transfer of its amount. The API chooses only the address. */
export function depositTransfer(deposit: Deposit): EvmTransaction {
  const { chainId, amount, depositAddress } = deposit
  const token = depositToken(deposit)
  if (isAddressEqual(token, nativeToken)) return { chainId, to: depositAddress, data: "0x", value: amount }
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [depositAddress, amount] })
  return { chainId, to: token, data, value: 0n }
}
