import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { devnetSocket } from "../../devnet/addresses.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import { ownChain } from "./ownChain.js"

/**
 * A contract of which a devnet has one on each chain. Elsewhere there are several, and which one is meant is for the caller to say.
 *
 * @throws {InvalidInputError} the connection's chain is none of a devnet
 */
export function onlyOnDevnet(
  connection: NetworkConnection<string>,
  config: PlugsConfig,
  { address, argument }: { address: Address; argument: string },
): Address {
  const { name, socket } = ownChain(connection, config)
  if (socket?.toLowerCase() === devnetSocket.toLowerCase()) return address
  throw new InvalidInputError({
    argument,
    problem: `${name} is no chain of a devnet, so it isn't known which one is meant`,
    fix: "Give its address.",
  })
}
