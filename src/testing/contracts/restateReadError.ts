import {
  type BaseError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  encodeFunctionData,
  type Hex,
  isHex,
} from "viem"

import type { LocalChain } from "../../devnet/chain/chains.js"
import type { OpenWorld } from "../OpenWorld.js"
import { revertError } from "./sending/revertError.js"

/**
 * Restates the error of a read whose revert viem takes for a failure of the node, because its data is malformed. Returns any other as it
 * is, so that what asserts on viem's errors finds them.
 */
export async function restateReadError(
  world: OpenWorld,
  chain: LocalChain,
  error: unknown,
  { contractName, calledAt }: { readonly contractName: string; readonly calledAt: Error },
): Promise<unknown> {
  if (!(error instanceof ContractFunctionExecutionError) || isUnderstood(error)) return error
  const { abi, contractAddress: address, functionName } = error
  if (address === undefined) return error
  const revertData = await readRevertData(chain, error)
  const call = { chain: chain.name, address, contractName, functionName, abi, calledAt }
  return revertError(world, error, { ...call, revertData })
}

function isUnderstood(error: BaseError): boolean {
  const { cause } = error
  return cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError
}

/** Hardhat does not give data that it cannot read itself, but its trace does. `undefined` if the call does not revert there. */
async function readRevertData(
  { provider }: LocalChain,
  { abi, args, functionName, contractAddress: to, sender: from }: ContractFunctionExecutionError,
): Promise<Hex | undefined> {
  try {
    const call = { ...(from === undefined ? {} : { from }), to, data: encodeFunctionData({ abi, args, functionName }) }
    const params = [call, "latest", { tracer: "callTracer" }]
    const frame = (await provider.request({ method: "debug_traceCall", params })) as {
      output?: unknown
      error?: unknown
    }
    return frame.error !== undefined && isHex(frame.output) ? frame.output : undefined
  } catch {
    return undefined
  }
}
