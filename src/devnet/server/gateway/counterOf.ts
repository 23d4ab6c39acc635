import type { Hex } from "viem"

/** Returns the last 64 bits of the id of a payload or a timeout, which are the watcher contract's counter. */
export function counterOf(id: Hex): number {
  return Number(BigInt.asUintN(64, BigInt(id)))
}
