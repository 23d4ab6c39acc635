import type { Address, Hex } from "viem"

import { numberToHex } from "viem/utils"

import type { LocalChain } from "../../../devnet/chain/chains.js"

/** A call that burns gas without end takes Hardhat's chains about a second for each million. */
const mostGas = 1_000_000n

/**
 * Runs a call that reverts once more, to find the line of Solidity that reverts.
 *
 * @returns such as `Greeter.inbound (contracts/Greeter.sol:21)`; `undefined` if the call does not revert any more, outside the project, or not
 *   within a million gas
 */
export async function findRevertLine(
  { provider }: Pick<LocalChain, "provider">,
  call: { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value?: bigint },
): Promise<string | undefined> {
  const { from, to, data, value = 0n } = call
  const limited = { from, to, data, value: numberToHex(value), gas: numberToHex(mostGas) }
  try {
    // Without a gas price, so that the caller needs no funds but the value.
    await provider.request({ method: "eth_call", params: [limited, "pending"] })
    return undefined
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? "") : ""
    const [, place, file, line] = /^\s+at (\S+) \(([^()\n]+\.sol):(\d+)(?::\d+)?\)$/m.exec(stack) ?? []
    return place === undefined ? undefined : `${place} (${file}:${line})`
  }
}
