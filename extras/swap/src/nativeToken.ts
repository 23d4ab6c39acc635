import type { Address } from "viem"

/**
 * The address that the swap API uses for a chain's native currency, such as ether on Ethereum. There is no contract at this address.
 * The amount is attached to the transaction as its value, and needs no approval.
 *
 * @example
 * await client.getQuote({ userOps: "tx", inputToken: nativeToken, … })
 */
export const nativeToken: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
