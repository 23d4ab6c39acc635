import type { Address, Client } from "viem"

import { readContract } from "viem/actions"

import { isRefusal, WrongContractError } from "../../onchain/callErrors.js"
import { plugAbi } from "./abi.js"
import { explainCallError } from "./callErrors.js"

/** Reads which socket a contract that inherits `Plug.sol` talks to, which also tells that it is one. */
export async function readSocketOf(client: Client, plug: Address): Promise<Address> {
  try {
    return await readContract(client, { abi: plugAbi, address: plug, functionName: "socket" })
  } catch (error) {
    if (!isRefusal(error)) throw explainCallError(error, { address: plug, functionName: "socket" })
    const next = "Check the plug's address and chain, and that its contract inherits Plug.sol."
    throw new WrongContractError({ address: plug, expected: "plug", next })
  }
}
