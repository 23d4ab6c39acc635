import type { Address } from "viem"
import { encodeFunctionData, isAddressEqual } from "viem/utils"

import { nativeToken } from "./nativeToken.js"
import { type Deposit, type EvmTransaction, isEvmTxData, type QuoteRoute } from "./types.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { isEvmAddress } from "#src/primitives/foreign.js"

/** A deposit on an EVM chain: the only kind that this package can pay. */
export type EvmDeposit = Omit<Deposit, "token"> & { readonly token: Address; readonly depositAddress: Address }

/** Returns a deposit with the address of its token; `undefined` if the deposit is on a chain that is not EVM. */
export function evmDeposit(deposit: Deposit): EvmDeposit | undefined {
  const { depositAddress } = deposit
  const token = typeof deposit.token === "string" ? deposit.token : deposit.token.address
  return isEvmAddress(token) && isEvmAddress(depositAddress) ? { ...deposit, token, depositAddress } : undefined
}

/** Makes the transaction that pays a deposit: a plain transfer of its amount. The API chooses only the address. */
export function depositTransfer({ chainId, token, amount, depositAddress }: EvmDeposit): EvmTransaction {
  if (isAddressEqual(token, nativeToken)) return { chainId, to: depositAddress, data: "0x", value: amount }
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [depositAddress, amount] })
  return { chainId, to: token, data, value: 0n }
}

/** Returns the payment link of a deposit, which wallets read from a QR code (ERC-681). */
export function paymentUri({ chainId, token, amount, depositAddress }: EvmDeposit): string {
  if (isAddressEqual(token, nativeToken)) return `ethereum:${depositAddress}@${chainId}?value=${amount}`
  return `ethereum:${token}@${chainId}/transfer?address=${depositAddress}&uint256=${amount}`
}

/** What an execution sends: the transfer that pays for the deposit of its route, or the route's own transaction. */
export function transactionOf({ deposit, txData }: QuoteRoute): EvmTransaction | undefined {
  if (deposit === null) return isEvmTxData(txData) ? txData.object : undefined
  const payable = evmDeposit(deposit)
  return payable && depositTransfer(payable)
}
