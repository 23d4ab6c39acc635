import type { Address, Client } from "viem"
import { readContract } from "viem/actions"

import { plugAbi } from "../abi.js"
import { explainProtocolError } from "../callErrors.js"
import { isContractFailure } from "#src/onchain/callErrors.js"

/** Reads who owns a plug; `undefined` if it has no `owner()`. */
export async function readOwner(client: Client, plug: Address): Promise<Address | undefined> {
  try {
    return await readContract(client, { abi: plugAbi, address: plug, functionName: "owner" })
  } catch (error) {
    if (isContractFailure(error)) return undefined
    throw explainProtocolError(error, { address: plug, functionName: "owner" })
  }
}
