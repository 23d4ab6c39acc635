import type { Hex } from "viem"

import { encodeAbiParameters, keccak256 } from "viem/utils"

/**
 * Computes the id that an app gateway's `_createContractId` gives to a contract name: `keccak256(abi.encode(name))`.
 *
 * @example
 * await waitForDeployment(client, { appGatewayAddress, contractId: createContractId("counter"), chainSlug: 41001 })
 */
export function createContractId(name: string): Hex {
  return keccak256(encodeAbiParameters([{ type: "string" }], [name]))
}
