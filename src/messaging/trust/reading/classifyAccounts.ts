import { type Address, BaseError, type Hex, zeroAddress } from "viem"
import { getAddress, parseAbi, size, slice } from "viem/utils"

import { peekCodes } from "../../../onchain/scanning/peekCodes.js"
import { askContract, type ChainViewIn } from "../../reading/ChainView.js"
import { safeAbi } from "../safeAbi.js"
import type { Account } from "../TrustFacts.js"

const timelockAbi = parseAbi(["function getMinDelay() view returns (uint256)"])

/** More signers or modules than this are not followed: anybody can write a contract that names any number. */
const maxMembers = 50

const firstModule = "0x0000000000000000000000000000000000000001"

/** Tells what a contract is. Views alone show it: one that only pretends to be a Safe is taken for one. */
async function classifyContract(view: ChainViewIn, address: Address): Promise<Account> {
  const contract = { address, args: [] } as const
  // Each question that a contract does not answer costs a request of its own, so it is asked for one thing after the other.
  const version = await askContract(view, { ...contract, abi: safeAbi, functionName: "VERSION" })
  const safe = version === null ? null : await readSafe(view, address)
  if (safe !== null) return safe
  const delay = await askContract(view, { ...contract, abi: timelockAbi, functionName: "getMinDelay" })
  return delay === null ? { kind: "contract" } : { kind: "timelock", delay }
}

async function readSafe(view: ChainViewIn, address: Address): Promise<Account | null> {
  const contract = { abi: safeAbi, address, args: [] } as const
  const page = [firstModule, BigInt(maxMembers)] as const
  const [threshold, signers, modules] = await Promise.all([
    askContract(view, { ...contract, functionName: "getThreshold" }),
    askContract(view, { ...contract, functionName: "getOwners" }),
    askContract(view, { ...contract, functionName: "getModulesPaginated", args: page }),
  ])
  if (threshold === null || signers === null || signers.length > maxMembers) return null
  // It gives more than were asked for.
  if (modules !== null && modules[0].length > maxMembers) return null
  const isPossible = threshold >= 1n && threshold <= BigInt(new Set(signers).size)
  return isPossible ? { kind: "Safe", threshold: Number(threshold), signers, modules: modules?.[0] ?? [] } : null
}

/**
 * Tells what acts behind each address, and behind the signers and modules of Safes, three Safes deep.
 *
 * @param options.contracts addresses of which only counts whether they are keys
 * @param options.unread is told where the node did not answer
 */
export async function classifyAccounts(
  view: ChainViewIn,
  addresses: Iterable<Address>,
  { contracts = [], unread }: { contracts?: readonly Address[]; unread: (address: Address, error: unknown) => void },
): Promise<Map<Address, Account>> {
  const accounts = new Map<Address, Account>()
  let asked = 0
  const classify = async (address: Address, code: Hex | Error, isActing: boolean): Promise<Account> => {
    const fail = (error: unknown): Account => {
      unread(address, error)
      return { kind: "unknown" }
    }
    if (address === zeroAddress && isActing) return { kind: "nobody" }
    if (code instanceof Error) return fail(code)
    const key = keyOf(code)
    if (key !== undefined || !isActing) return key ?? { kind: "contract" }
    asked += 1
    if (asked > maxContracts) return fail(new BaseError(tooMany))
    return await classifyContract(view, address).catch(fail)
  }
  let next = [...new Set(addresses)]
  for (let depth = 0; next.length > 0 && depth <= maxDepth; depth += 1) {
    const acting = new Set(next)
    const codes = await peekCodes(view.client, depth === 0 ? [...next, ...contracts] : next, view.blockNumber)
    const found = await Promise.all(
      [...codes].map(async ([address, code]) => {
        return [address, await classify(address, code, acting.has(address))] as const
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

/** Contracts that are asked what they are. Anybody can deploy a switchboard whose roles are held by any number of them. */
const maxContracts = 100

const tooMany = `more than ${maxContracts} contracts decide here, and it was not asked`

/** The account of a key, as the code at its address shows it; `undefined` if that is a contract's. */
export function keyOf(code: Hex): Account | undefined {
  if (code === "0x") return { kind: "key" }
  const isDelegated = code.startsWith("0xef0100") && size(code) === 23
  return isDelegated ? { kind: "delegated key", delegate: getAddress(slice(code, 3)) } : undefined
}
