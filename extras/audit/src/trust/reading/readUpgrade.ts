import { type Address, zeroAddress } from "viem"
import { parseAbi } from "viem/utils"

import type { Upgrade } from "../TrustFacts.js"
import { askContract, type ChainView } from "#src/messaging/reading/ChainView.js"
import { implementationSlot } from "#src/messaging/reading/readConnection.js"
import { readSlot } from "#src/messaging/reading/safe/readSlot.js"

const adminSlot = "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103"
const beaconSlot = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50"

const abi = parseAbi(["function owner() view returns (address)", "function implementation() view returns (address)"])

/**
 * Reads who can replace the code of a contract: its admin or the owner of that, the owner of its beacon, or else its own owner.
 *
 * @returns `undefined` if the slots name no implementation
 * @throws {BaseError} the node does not answer
 */
export async function readUpgrade(view: ChainView, address: Address): Promise<Upgrade | undefined> {
  const ask = (contract: Address, functionName: "owner" | "implementation") =>
    askContract(view, { abi, address: contract, functionName, args: [] })
  const [own, beacon] = await Promise.all([
    readSlot(view, address, implementationSlot),
    readSlot(view, address, beaconSlot),
  ])
  if (own === null && beacon === null) return undefined
  const keeper = own === null ? beacon : await readSlot(view, address, adminSlot)
  const [implementation, owner] = await Promise.all([
    own ?? (beacon === null ? null : ask(beacon, "implementation")),
    ask(keeper ?? address, "owner"),
  ])
  // An admin or a beacon without an owner is one by itself.
  const by = owner ?? keeper
  return { implementation: implementation ?? zeroAddress, by: by === null ? [] : [by] }
}
