import type { Address, Client } from "viem"
import { readContract } from "viem/actions"

import { isContractFailure } from "../../../onchain/callErrors.js"
import { plugAbi } from "../abi.js"
import { explainProtocolError } from "../callErrors.js"

/** Reads who owns a plug; `undefined` if it has no `owner()`. */
export async function readOwner(client: Client, plug: Address): Promise<Address | undefined> {
  try {
    return await readContract(client, { abi: plugAbi, address: plug, functionName: "owner" })
  } catch (error) {
    if (isContractFailure(error)) return undefined
    throw explainProtocolError(error, { address: plug, functionName: "owner" })
  }
}
