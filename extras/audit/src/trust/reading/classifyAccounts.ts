import { type Address, BaseError, type Hex, zeroAddress } from "viem"
import { getAddress, hexToBytes, parseAbi, size, slice, toHex } from "viem/utils"

import type { Account, Upgrade } from "../TrustFacts.js"
import { askContract, type ChainView, type ChainViewIn } from "#src/messaging/reading/ChainView.js"
import { readCode, readSafe, readSlot } from "#src/messaging/reading/safe/readSafe.js"
import { implementationSlot, instructionsOf, runsOtherCode } from "#src/onchain/readFunction.js"
import { readCodePrefixes } from "#src/onchain/scanning/readCodePrefixes.js"

const timelockAbi = parseAbi(["function getMinDelay() view returns (uint256)"])

/** Tells what a contract is. That it is a timelock is its own word. */
async function classifyContract(view: ChainViewIn, address: Address, safeCode?: readonly Hex[]): Promise<Account> {
  const safe = await readSafe(view, address, safeCode)
  if ("kind" in safe) return safe
  const [delay, upgrade] = await Promise.all([
    askContract(view, { abi: timelockAbi, address, functionName: "getMinDelay", args: [] }),
    readUpgrade(view, address),
  ])
  return delay === null ? { kind: "contract", upgrade } : { kind: "timelock", delay, upgrade }
}

type ClassifyAccountsParameters = {
  /** Addresses of which only counts whether they are keys, and who upgrades them. */
  readonly contracts?: readonly Address[] | undefined
  /** Hashes of the code of other Safes than the known ones. */
  readonly safeCode?: readonly Hex[] | undefined
  /** Is told where the node did not answer. */
  readonly unread: (address: Address, error: unknown) => void
}

/** Tells what acts behind each address, and behind the signers and modules of Safes and the upgraders of proxies, three deep. */
export async function classifyAccounts(
  view: ChainViewIn,
  addresses: Iterable<Address>,
  { contracts = [], safeCode, unread }: ClassifyAccountsParameters,
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
    if (key !== undefined) return isActing && address === burned ? { kind: "nobody" } : key
    if (isActing) asked += 1
    if (isActing && asked > maxContracts) return fail(new BaseError(tooMany))
    const asContract = async (): Promise<Account> => ({ kind: "contract", upgrade: await readUpgrade(view, address) })
    const account = await (isActing ? classifyContract(view, address, safeCode) : asContract()).catch(fail)
    // Who replaces the code of a contract of the path decides what it does.
    if (!contracts.includes(address) || !("upgrade" in account) || account.upgrade !== undefined) return account
    return await requireOwnCode(view, address).then(() => account, fail)
  }
  let next = [...new Set(addresses)]
  for (let depth = 0; next.length > 0 && depth <= maxDepth; depth += 1) {
    const acting = new Set(next)
    const codes = await readCodePrefixes(view.client, depth === 0 ? [...next, ...contracts] : next, view.blockNumber)
    const found = await Promise.all(
      [...codes].map(async ([address, code]) => {
        return [address, await classify(address, code, acting.has(address))] as const
      }),
    )
    for (const [address, account] of found) accounts.set(address, account)
    const members = found.flatMap(([, account]) =>
      account.kind === "Safe" ? [...account.signers, ...account.modules] : upgradersOf(account),
    )
    next = [...new Set(members)].filter((address) => !accounts.has(address))
  }
  return accounts
}

const maxDepth = 3

/** Contracts that are asked what they are. Anybody can deploy a switchboard whose roles are held by any number of them. */
const maxContracts = 100

const tooMany = `more than ${maxContracts} contracts decide here, and it was not asked`

/** Those who can replace the code of an account. */
export function upgradersOf(account: Account | undefined): readonly Address[] {
  return (account !== undefined && "upgrade" in account && account.upgrade?.by) || []
}

/** Nobody has its key, as nobody has that of the zero address: what it owns is renounced. */
const burned = getAddress("0x000000000000000000000000000000000000dead")

/** The account of a key, as the code at its address shows it; `undefined` if that is a contract's. */
export function keyOf(code: Hex): Account | undefined {
  if (code === "0x") return { kind: "key" }
  const isDelegated = code.startsWith("0xef0100") && size(code) === 23
  return isDelegated ? { kind: "delegated key", delegate: getAddress(slice(code, 3)) } : undefined
}

const adminSlot = "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103"
const beaconSlot = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50"

const abi = parseAbi(["function owner() view returns (address)", "function implementation() view returns (address)"])

/**
 * Reads who can replace the code of a contract: its admin or the owner of that, the owner of its beacon, or else its own owner.
 *
 * @returns `undefined` if the slots name no implementation
 * @throws {BaseError} the node does not answer
 */
async function readUpgrade(view: ChainView, address: Address): Promise<Upgrade | undefined> {
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

/**
 * Refuses code with a DELEGATECALL, or CALLCODE, to what it does not name: that of a proxy of any kind. A clone names its implementation
 * just before (EIP-1167), and a caller its library, whose code begins with its own address. Code can be made to look so.
 *
 * @throws {BaseError} the contract has such code or none, or one whose code it runs, or the node does not answer
 */
export async function requireOwnCode(view: ChainView, address: Address, seen: Set<Address> = new Set()): Promise<void> {
  if (seen.has(address)) return
  seen.add(address)
  const code = await readCode(view, address)
  if (code === "0x") throw new BaseError(`the node gives no code of ${address}`)
  for (const { target, isClone } of findTargets(code)) {
    // A library names itself, and calls others all the same. A chain of more contracts is not followed.
    const isOther = target !== undefined && target !== address && seen.size < 20
    const start = isOther ? (await readCode(view, target)).slice(0, 130) : ""
    const isNamed = isOther && (isClone || start.includes(target.slice(2).toLowerCase()))
    if (!isNamed) throw new BaseError(`${address} runs code that neither its own code nor a slot of EIP-1967 names`)
    await requireOwnCode(view, target, seen)
  }
}

/** Of each such instruction the address that was pushed last since the one before. */
function findTargets(hex: Hex): { readonly target: Address | undefined; readonly isClone: boolean }[] {
  const code = hexToBytes(hex)
  const found: ReturnType<typeof findTargets> = []
  let [target, end]: [Address | undefined, number] = [undefined, 0]
  for (const { at, op } of instructionsOf(code)) {
    // What follows INVALID and is no place to jump to is data, such as the code of contracts that it creates.
    if (op === 0xfe && code[at + 1] !== 0x5b) break
    if (op === 0x73 && at + 20 < code.length) [target, end] = [getAddress(toHex(code.slice(at + 1, at + 21))), at + 21]
    if (runsOtherCode(op)) {
      found.push({ target, isClone: at === end + 1 && code[end] === 0x5a })
      target = undefined
    }
  }
  return found
}
