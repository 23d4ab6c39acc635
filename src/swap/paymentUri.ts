import { isAddressEqual } from "viem/utils"

import type { EvmDeposit } from "./depositTransfer.js"
import { nativeToken } from "./nativeToken.js"

/**
 * Returns the payment link of a deposit, which wallets read from a QR code (ERC-681): the chain, the token, the address and the amount.
 *
 * @example
 * paymentUri(deposit) // "ethereum:0x547C…7aCC@41001/transfer?address=0x…&uint256=1000000000"
 */
export function paymentUri({ chainId, token, amount, depositAddress }: EvmDeposit): string {
  if (isAddressEqual(token, nativeToken)) return `ethereum:${depositAddress}@${chainId}?value=${amount}`
  return `ethereum:${token}@${chainId}/transfer?address=${depositAddress}&uint256=${amount}`
}
