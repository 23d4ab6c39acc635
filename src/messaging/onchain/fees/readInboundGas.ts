import type { Address, Client } from "viem"
import { readContract } from "viem/actions"
import { parseAbi } from "viem/utils"

const abi = parseAbi(["function INBOUND_GAS() view returns (uint256)"])

/**
 * Reads the gas that a plug asks for its messages, if it names that by `INBOUND_GAS()`, as the plugs of this package do.
 *
 * @returns `undefined` if it does not, or names nothing that could be a gas limit
 */
export async function readInboundGas(client: Client, plug: Address): Promise<bigint | undefined> {
  const gas = await readContract(client, { abi, address: plug, functionName: "INBOUND_GAS" }).catch(() => undefined)
  return gas === undefined || gas === 0n || gas > mostGas ? undefined : gas
}

/** No chain has a block as large. */
const mostGas = 10n ** 12n
