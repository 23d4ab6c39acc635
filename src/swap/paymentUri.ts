import { isAddressEqual } from "viem/utils"

import { depositToken } from "./depositTransfer.js"
import { nativeToken } from "./nativeToken.js"
import type { Deposit } from "./types.js"

/**
 * Returns the payment link of a deposit, which wallets read from a QR code (ERC-681): the chain, the token, the address and the amount.
 *
 * @example
 * paymentUri(deposit) // "ethereum:0x547C…7aCC@41001/transfer?address=0x…&uint256=1000000000"
 */
export function paymentUri({ chainId, token, amount, depositAddress }: Deposit): string {
  const address = depositToken({ token })
  if (isAddressEqual(address, nativeToken)) return `ethereum:${depositAddress}@${chainId}?value=${amount}`
  return `ethereum:${address}@${chainId}/transfer?address=${depositAddress}&uint256=${amount}`
}
