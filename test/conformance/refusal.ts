import { BaseError, decodeErrorResult, type Hex, isHex, parseAbi } from "viem"

import { errorsAbi } from "./abis.js"

const errors = [...errorsAbi, ...parseAbi(["error Error(string text)", "error Panic(uint256 code)"])]

/**
 * Waits for a call to revert and returns its error as text, such as `InvalidNonce()` or `Error(ECDSA: invalid signature)`.
 * A revert without data is `nothing`, and a call that went through is `accepted`.
 */
export async function refusal(call: Promise<unknown>): Promise<string> {
  let thrown: unknown
  try {
    await call
    return "accepted"
  } catch (error) {
    thrown = error
  }
  const data = revertDataOf(thrown)
  if (data === undefined) throw thrown
  if (data === "0x") return "nothing"
  try {
    const { errorName, args } = decodeErrorResult({ abi: errors, data })
    return `${errorName}(${((args as readonly unknown[] | undefined) ?? []).map(String).join(", ")})`
  } catch {
    return data
  }
}

/** Clients and nodes wrap a revert differently: the data is a field of some error in the chain of causes, or of its `data`. */
function revertDataOf(thrown: unknown): Hex | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { data } = error as { data?: unknown }
    if (isHex(data)) return data
    const inner = (data as { data?: unknown } | undefined)?.data
    if (isHex(inner)) return inner
  }
  const isRevert = thrown instanceof BaseError && /revert/i.test(thrown.message)
  return isRevert ? "0x" : undefined
}
