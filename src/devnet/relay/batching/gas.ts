import type { Hex } from "viem"

import { mostGasOfTransaction } from "../../chain/hardfork.js"

/** Gas that a transaction through the batcher needs beside its calls, with what the batcher keeps back for its last call. */
export const gasPerTransaction = 200_000n

/** The most gas that one call can be given, if it is alone in its transaction and its data is of ordinary length. */
export const mostGasOfCall = 15_500_000n

/** The batcher's own work on a call, and its event. */
const gasPerCall = 20_000n
const gasPerByte = 60n

/** The most gas that a call with this data can be given, if it is alone in its transaction: long data takes its share. */
export function mostGasFor(data: Hex): bigint {
  const left = ((mostGasOfTransaction - gasPerTransaction - gasToBatch(data)) * 63n) / 64n
  if (left > mostGasOfCall) return mostGasOfCall
  // Data that fits in no transaction is refused by the chain, with an error that says so.
  return left > 0n ? left : 0n
}

/** Gas that a call adds to its transaction. A call gets at most 63/64 of the gas that is left. */
export function gasWithin({ gas, data }: { gas: bigint; data: Hex }): bigint {
  return (gas * 64n) / 63n + gasToBatch(data)
}

function gasToBatch(data: Hex): bigint {
  return gasPerCall + gasPerByte * BigInt(data.length / 2)
}

/**
 * Gas to send a call with that was simulated alone: calls before it in the transaction can make it more expensive, and each
 * inner call gets at most 63/64 of what is left.
 *
 * @param most gas that it was simulated with
 */
export function withMargin(gasUsed: bigint, most: bigint): bigint {
  const gas = (gasUsed * 3n) / 2n + 60_000n
  return gas < most ? gas : most
}
