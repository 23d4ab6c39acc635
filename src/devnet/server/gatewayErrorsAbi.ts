import { type Abi, parseAbi } from "viem"

/** What the gateway's own contracts, and the bases that authors inherit, refuse a call with. */
export const gatewayErrorsAbi: Abi = parseAbi([
  "error MaxFeesTooLow(uint256 required, uint256 maxFees)",
  "error InvalidPromise()",
])
