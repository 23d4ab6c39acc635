import type { Address, Hex } from "viem"
import { concat, encodeAbiParameters, getContractAddress, keccak256, parseAbiParameters } from "viem/utils"

import { checkAddress, checkAll, checkSlug } from "#src/primitives/checks.js"

/** The contract whose forwarder to predict, and the addresses of the gateway that determine it. */
export type PredictForwarderAddressParameters = {
  chainSlug: number
  /** The contract's address on its chain. */
  onChainAddress: Address
  /** The gateway's address resolver. */
  addressResolver: Address
  /** The AsyncDeployer of the gateway chain. */
  deployer: Address
  /** The beacon that holds the implementation of forwarders. */
  forwarderBeacon: Address
}

const checks = {
  chainSlug: checkSlug,
  onChainAddress: checkAddress,
  addressResolver: checkAddress,
  deployer: checkAddress,
  forwarderBeacon: checkAddress,
}

const saltParameters = parseAbiParameters("uint32 chainSlug, address onChainAddress, address addressResolver")

// The init code of an ERC-1967 beacon proxy before and after the beacon's address.
const beforeBeacon: Hex = "0x60523d8160223d3973"
const afterBeacon: Hex =
  "0x60195155f3363d3d373d3d363d602036600436635c60da1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3"

/**
 * Computes the address of the forwarder of a contract, before or after it is deployed. Forwarders are deployed with CREATE2, so no
 * request is needed.
 *
 * @throws {InvalidInputError} an address is invalid or zero, or the slug is invalid
 * @example
 * const forwarder = predictForwarderAddress({
 *   chainSlug: 41001,
 *   onChainAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
 *   addressResolver: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
 *   deployer: "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0",
 *   forwarderBeacon: "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9",
 * })
 */
export function predictForwarderAddress(parameters: PredictForwarderAddressParameters): Address {
  const { chainSlug, onChainAddress, addressResolver, deployer, forwarderBeacon } = checkAll(checks, parameters)
  return getContractAddress({
    opcode: "CREATE2",
    from: deployer,
    salt: keccak256(encodeAbiParameters(saltParameters, [chainSlug, onChainAddress, addressResolver])),
    bytecode: concat([beforeBeacon, forwarderBeacon, afterBeacon]),
  })
}
