import { encodeErrorResult, type Hex, parseAbi } from "viem"

/** Revert data that says a text, as a contract's `require` would. */
export function textRevert(reason: string): Hex {
  return encodeErrorResult({ abi, args: [reason] })
}

const abi = parseAbi(["error Error(string reason)"])
