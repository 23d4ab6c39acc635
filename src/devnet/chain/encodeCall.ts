import type { Abi, AbiParameter, ContractFunctionName, EncodeFunctionDataParameters, Hex } from "viem"
import { concatHex, encodeAbiParameters, toFunctionSelector } from "viem/utils"

import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

type Prepared = { readonly selector: Hex; readonly inputs: readonly AbiParameter[] }

const preparedOf = new WeakMap<Abi, Map<string, Prepared>>()

/** viem's `encodeFunctionData`, but it hashes a function's signature once, not at each call. No two functions may share a name. */
export function encodeCall<const abi extends Abi, functionName extends ContractFunctionName<abi>>(
  parameters: EncodeFunctionDataParameters<abi, functionName>,
): Hex {
  const { abi, functionName, args } = parameters as {
    readonly abi: Abi
    readonly functionName: string
    readonly args?: readonly unknown[]
  }
  const ofAbi = getOrAdd(preparedOf, abi, () => new Map<string, Prepared>())
  const { selector, inputs } = getOrAdd(ofAbi, functionName, () => prepare(abi, functionName))
  return concatHex([selector, encodeAbiParameters(inputs, args ?? [])])
}

function prepare(abi: Abi, functionName: string): Prepared {
  const item = abi.find((one) => one.type === "function" && one.name === functionName)
  if (item?.type !== "function") throw new Error(`the ABI has no function ${functionName}`)
  return { selector: toFunctionSelector(item), inputs: item.inputs }
}

/** Wei, far above what a local chain requires, so that no transaction waits because of its price. */
export const generousFees: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint } = {
  maxFeePerGas: 10n ** 12n,
  maxPriorityFeePerGas: 1n,
}
