import type { Hex } from "viem"

import { encodeAbiParameters, keccak256 } from "viem/utils"

/**
 * The id that an app gateway gives a contract of this name, as its `_createContractId` does: keccak256(abi.encode(name)).
 *
 * @example
 * await waitForDeployment(client, { appGatewayAddress, contractId: createContractId("counter"), chainSlug: 41001 })
 */
export function createContractId(name: string): Hex {
  return keccak256(encodeAbiParameters([{ type: "string" }], [name]))
}
