import type { Address } from "viem"

import { missingSocket } from "./chains/connectionChain.js"
import { parseAddress } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"

// Checksums are checked on use and not when the configuration is read: that takes a library that no other command should wait for.

/**
 * Returns the messaging contract of a configured chain.
 *
 * @throws {InvalidInputError} the configuration has none, or its checksum is wrong
 */
export function socketOf({ name, socket }: ChainEntry): Address {
  if (socket === undefined) throw missingSocket(name)
  return parseAddress(socket, `config.plugs.chains.${name}.socket`)
}
