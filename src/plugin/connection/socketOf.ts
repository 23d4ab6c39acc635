import type { Address } from "viem"

import { parseAddress } from "../../primitives/address.js"
import type { ChainEntry } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"

/**
 * The messaging contract of a chain. Its checksum is looked at here and not when the configuration is read, because that
 * takes a library which no other command should wait for.
 *
 * @throws {InvalidInputError} the configuration has none, or one with a mistyped digit
 */
export function socketOf({ name, socket }: ChainEntry): Address {
  const argument = `config.plugs.chains.${name}.socket`
  if (socket !== undefined) return parseAddress(socket, argument)
  throw new InvalidInputError({
    argument,
    problem: "the chain's messaging contract is not known",
    fix: 'Add its address, such as socket: "0x…".',
  })
}
