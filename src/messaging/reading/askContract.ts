import {
  type Abi,
  type Address,
  BaseError,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
} from "viem"

import { decodeFunctionResult, encodeFunctionData, numberToHex } from "viem/utils"

import { isContractFailure } from "../../onchain/callErrors.js"
import { type ChainView, once } from "./openChainView.js"

/**
 * What a view function may burn. The functions that are asked read a few words of storage; a contract of somebody else's may loop forever.
 */
const mostGas = 1_000_000n

/**
 * Asks a contract that may be anybody's, such as a switchboard: it may have no such function, revert, return garbage or burn gas.
 *
 * @returns `null` if it does one of these
 * @throws the errors of viem if the node does not answer
 * @example
 * const isTripped = await askContract(view, { abi: switchboardAbi, address, functionName: "isGlobalTipped", args: [] })
 */
export async function askContract<
  const abi extends Abi,
  Name extends ContractFunctionName<abi, "view">,
  const Args extends ContractFunctionArgs<abi, "view", Name>,
>(
  view: ChainView,
  { abi, address, functionName, args }: { abi: abi; address: Address; functionName: Name; args: Args },
): Promise<ContractFunctionReturnType<abi, "view", Name, Args> | null> {
  type Answer = ContractFunctionReturnType<abi, "view", Name, Args>
  const { client, blockNumber } = view
  const question = `${address} ${functionName} ${(args as readonly unknown[]).join()}`
  return await once(view, question, async () => {
    try {
      const data = encodeFunctionData({ abi, functionName, args } as never)
      const block = blockNumber === undefined ? "latest" : numberToHex(blockNumber)
      // Not with `call` of viem, which makes requests to servers that a contract names.
      const returned = await client.request({
        method: "eth_call",
        params: [{ to: address, data, gas: numberToHex(mostGas) }, block],
      } as never)
      const answer: unknown = decodeFunctionResult({ abi, functionName, args, data: returned } as never)
      return answer as Answer
    } catch (error) {
      if (isContractFailure(error) || isFailureOfCode(error)) return null
      throw error
    }
  })
}

/** Of data that cannot be decoded, and of code that fails without reverting. The words are those of the nodes. */
function isFailureOfCode(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const text = [error.details, error.shortMessage].join(" ")
  return (
    error.name.startsWith("AbiDecoding") ||
    /out of gas|invalid opcode|invalid jump|stack (?:over|under)flow/i.test(text)
  )
}
