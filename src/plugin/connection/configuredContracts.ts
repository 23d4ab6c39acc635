import type { Address } from "viem"

import { parseAddress } from "../../primitives/address.js"
import type { ChainEntry } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"

// Checksums are checked on use and not when the configuration is read: that takes a library that no other command should wait for.

/**
 * Returns the messaging contract of a configured chain.
 *
 * @throws {InvalidInputError} the configuration has none, or its checksum is wrong
 */
export function socketOf({ name, socket }: ChainEntry): Address {
  const argument = `config.plugs.chains.${name}.socket`
  if (socket !== undefined) return parseAddress(socket, argument)
  throw new InvalidInputError({
    argument,
    problem: "the chain's messaging contract is not known",
    fix: 'Add its address, such as socket: "0x…". Those of npx hardhat messaging chains are known.',
  })
}
