import type { Address } from "viem"

/**
 * What the swap API calls a chain's own currency wherever it wants a token's address: ether on Ethereum, and so on. There is no
 * contract at this address; such an amount goes with the transaction as its value, and needs no approval.
 *
 * @example
 * await client.getQuote({ userOps: "tx", inputToken: nativeToken, … })
 */
export const nativeToken: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
