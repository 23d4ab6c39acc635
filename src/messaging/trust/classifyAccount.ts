import { type Address, zeroAddress } from "viem"
import { getCode } from "viem/actions"
import { getAddress, parseAbi, size, slice } from "viem/utils"

import { askContract, type ChainViewIn, once } from "../reading/ChainView.js"
import type { Account } from "./TrustFacts.js"

const abi = parseAbi([
  "function VERSION() view returns (string)",
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
  "function getModulesPaginated(address start, uint256 pageSize) view returns (address[] array, address next)",
  "function getMinDelay() view returns (uint256)",
])

/** More signers or modules than this are not followed: anybody can write a contract that names any number. */
const maxMembers = 50

const firstModule = "0x0000000000000000000000000000000000000001"

/**
 * Tells what acts behind an address: a key, a Safe, a timelock, or another contract.
 *
 * Views alone show what a contract is. One that only pretends to be a Safe is taken for one.
 *
 * @throws the errors of viem if the node does not answer
 */
export async function classifyAccount(view: ChainViewIn, address: Address): Promise<Account> {
  if (address === zeroAddress) return { kind: "nobody" }
  const { client, blockNumber } = view
  const code = await once(view, `code ${address}`, () => getCode(client, { address, blockNumber }))
  if (code === undefined || size(code) === 0) return { kind: "key" }
  if (code.startsWith("0xef0100") && size(code) === 23) {
    return { kind: "delegated key", delegate: getAddress(slice(code, 3)) }
  }
  const contract = { abi, address, args: [] } as const
  const [version, delay] = await Promise.all([
    askContract(view, { ...contract, functionName: "VERSION" }),
    askContract(view, { ...contract, functionName: "getMinDelay" }),
  ])
  // Each question that a contract does not answer costs a request of its own.
  const safe = version === null ? null : await readSafe(view, address)
  return safe ?? (delay === null ? { kind: "contract" } : { kind: "timelock", delay })
}

async function readSafe(view: ChainViewIn, address: Address): Promise<Account | null> {
  const contract = { abi, address, args: [] } as const
  const page = [firstModule, BigInt(maxMembers)] as const
  const [threshold, signers, modules] = await Promise.all([
    askContract(view, { ...contract, functionName: "getThreshold" }),
    askContract(view, { ...contract, functionName: "getOwners" }),
    askContract(view, { ...contract, functionName: "getModulesPaginated", args: page }),
  ])
  if (threshold === null || signers === null || signers.length > maxMembers) return null
  const isPossible = threshold >= 1n && threshold <= BigInt(new Set(signers).size)
  return isPossible ? { kind: "Safe", threshold: Number(threshold), signers, modules: modules?.[0] ?? [] } : null
}

/**
 * Tells what acts behind each address, and behind the signers and modules of Safes, three Safes deep.
 *
 * @param unread is told where the node did not answer
 */
export async function classifyAccounts(
  view: ChainViewIn,
  addresses: Iterable<Address>,
  unread: (address: Address, error: unknown) => void,
): Promise<Map<Address, Account>> {
  const accounts = new Map<Address, Account>()
  let next = [...new Set(addresses)]
  for (let depth = 0; next.length > 0 && depth <= maxDepth; depth += 1) {
    const found = await Promise.all(
      next.map(async (address) => {
        const account = await classifyAccount(view, address).catch((error: unknown): Account => {
          unread(address, error)
          return { kind: "unknown" }
        })
        return [address, account] as const
      }),
    )
    for (const [address, account] of found) accounts.set(address, account)
    const members = found.flatMap(([, account]) =>
      account.kind === "Safe" ? [...account.signers, ...account.modules] : [],
    )
    next = [...new Set(members)].filter((address) => !accounts.has(address))
  }
  return accounts
}

const maxDepth = 3
