import { type Hex, isHex } from "viem"

/** What a call reverted with, as a provider in this process throws it; `0x` when it failed without saying anything. */
export function revertDataOf(error: unknown): Hex {
  if (typeof error !== "object" || error === null) return "0x"
  const { data } = error as { data?: unknown }
  if (isHex(data)) return data
  return revertDataOf(data)
}
