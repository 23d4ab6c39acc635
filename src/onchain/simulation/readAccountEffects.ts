import type { Address, Hex } from "viem"
import { getAddress, size, slice, toEventSelector } from "viem/utils"

import type { Approval } from "../allowances.js"
import { nativeCost, type SimulatedEffects, type SimulatedLog } from "./Simulation.js"
import { largerOf } from "#src/primitives/numbers/amount.js"

export type AccountEffects = {
  /** How much less of each fungible token the account would own, in its smallest unit. Never 0. */
  readonly losses: ReadonlyMap<Address, bigint>
  /** How much more of each fungible token the account would own. Never 0. */
  readonly gains: ReadonlyMap<Address, bigint>
  /** How much less native currency the account would own, in wei and without gas. Below 0 if it would own more. */
  readonly nativeLoss: bigint
  /** The last allowance of each spender that a fungible token logs. It can be lower than the one before. */
  readonly allowances: readonly Approval[]
  /** Single tokens that leave the account, such as those of ERC-721 and ERC-1155. */
  readonly items: readonly LoggedEffect[]
  /** Rights over the account's tokens that somebody gets, other than an allowance of a fungible token. */
  readonly grants: readonly LoggedEffect[]
  /** Changes of who controls a contract. */
  readonly controlChanges: readonly LoggedEffect[]
}

export type LoggedEffect = { readonly contract: Address; readonly event: string }

type Judged = { readonly name: string; readonly judge: (log: ReadLog, account: Address) => Kind | undefined }
type Kind = "items" | "grants" | "controlChanges"

/** A log with its values in order: those that are indexed, then those that are not. Each is a word of 32 bytes. */
type ReadLog = { readonly contract: Address; readonly values: readonly Hex[]; readonly indexed: number }

/** The events that are judged one by one. The account is the value at `owner`; a value of 0 at `above` takes a right away. */
const judged: ReadonlyMap<Hex, Judged> = new Map([
  // ERC-721 has the two events of ERC-20, with the id as a third indexed value.
  rule("Transfer(address,address,uint256)", "items", { owner: 0, indexed: 3 }),
  rule("Approval(address,address,uint256)", "grants", { owner: 0, above: 1, indexed: 3 }),
  rule("TransferSingle(address,address,address,uint256,uint256)", "items", { owner: 1 }),
  rule("TransferBatch(address,address,address,uint256[],uint256[])", "items", { owner: 1 }),
  rule("ApprovalForAll(address,address,bool)", "grants", { owner: 0, above: 2 }),
  // ERC-777
  rule("AuthorizedOperator(address,address)", "grants", { owner: 1 }),
  // ERC-6909, whose caller is not indexed and so comes after the sender, the receiver and the id
  rule("Transfer(address,address,address,uint256,uint256)", "items", { owner: 0 }),
  rule("Approval(address,address,uint256,uint256)", "grants", { owner: 0, above: 3 }),
  rule("OperatorSet(address,address,bool)", "grants", { owner: 0, above: 2 }),
  // Permit2
  rule("Approval(address,address,address,uint160,uint48)", "grants", { owner: 0, above: 3 }),
  rule("Permit(address,address,address,uint160,uint48,uint48)", "grants", { owner: 0, above: 3 }),
  // Aave
  rule("BorrowAllowanceDelegated(address,address,address,uint256)", "grants", { owner: 0, above: 3 }),
  ...[
    // Ownable and its kin
    "OwnershipTransferred(address,address)",
    "OwnershipTransferStarted(address,address)",
    "OwnershipTransferRequested(address,address)",
    "LogSetOwner(address)",
    "LogSetAuthority(address)",
    "NewAdmin(address,address)",
    "NewPendingAdmin(address,address)",
    // Roles
    "RoleGranted(bytes32,address,address)",
    "RoleRevoked(bytes32,address,address)",
    "RoleAdminChanged(bytes32,bytes32,bytes32)",
    // Of AccessManager
    "RoleGranted(uint64,address,uint32,uint48,bool)",
    "RoleRevoked(uint64,address)",
    "RoleAdminChanged(uint64,uint64)",
    "RoleGuardianChanged(uint64,uint64)",
    // Of the messaging protocol
    "OwnerNominated(address)",
    "OwnerClaimed(address)",
    "RoleGranted(bytes32,address)",
    "RoleRevoked(bytes32,address)",
    "MinterAdded(address)",
    "AuthorityUpdated(address)",
    // Proxies
    "Upgraded(address)",
    "AdminChanged(address,address)",
    "BeaconUpgraded(address)",
    "DiamondCut((address,uint8,bytes4[])[],address,bytes)",
    // Wallets of several owners
    "AddedOwner(address)",
    "RemovedOwner(address)",
    "ChangedThreshold(uint256)",
    "EnabledModule(address)",
    "ChangedGuard(address)",
    "ChangedFallbackHandler(address)",
  ].map((signature) => rule(signature, "controlChanges", {})),
])

function rule(
  signature: string,
  kind: Kind,
  { owner, above, indexed }: { owner?: number; above?: number; indexed?: number },
): [Hex, Judged] {
  const judge: Judged["judge"] = ({ values, ...log }, account) => {
    if (indexed !== undefined && log.indexed !== indexed) return undefined
    if (owner !== undefined && !isAccount(values[owner], account)) return undefined
    return above !== undefined && numberIn(values[above]) === 0n ? undefined : kind
  }
  return [toEventSelector(signature), { name: signature.slice(0, signature.indexOf("(")), judge }]
}

const transfer = toEventSelector("Transfer(address,address,uint256)")
const approval = toEventSelector("Approval(address,address,uint256)")
// The wrapper of the native currency logs these two, and most wrappers no transfer.
const withdrawal = toEventSelector("Withdrawal(address,uint256)")
const deposit = toEventSelector("Deposit(address,uint256)")

const fungible: ReadonlyMap<Hex, string> = new Map([
  [transfer, "Transfer"],
  [approval, "Approval"],
  [withdrawal, "Withdrawal"],
  [deposit, "Deposit"],
])

/** Names the event of a log that moves tokens, gives or takes a right, or changes who controls a contract, whosever they are. */
export function nameEffect({ topics: [selector] }: Pick<SimulatedLog, "topics">): string | undefined {
  if (selector === undefined) return undefined
  return fungible.get(selector) ?? judged.get(selector)?.name
}

/** Lists the accounts that get fungible tokens or native currency, also those that it leaves again. */
export function listReceivers({ logs, nativeTransfers }: SimulatedEffects): ReadonlySet<Address> {
  const receivers = new Set(nativeTransfers.map(({ to }) => getAddress(to)))
  for (const log of logs) {
    const { values, indexed } = readLog(log)
    if (log.topics[0] === transfer && indexed < 3) receivers.add(addressIn(values[1]))
    if (log.topics[0] === deposit) receivers.add(addressIn(values[0]))
  }
  return receivers
}

/** A contract can log falsely, or nothing, about itself; about another contract it cannot log anything. */
export function readAccountEffects(
  effects: Pick<SimulatedEffects, "logs" | "nativeTransfers">,
  account: Address,
): AccountEffects {
  const moved = new Map<Address, bigint>()
  const unwrapped = new Map<Address, bigint>()
  const wrapped = new Map<Address, bigint>()
  const allowances = new Map<string, Approval>()
  const found: Record<Kind, LoggedEffect[]> = { items: [], grants: [], controlChanges: [] }

  for (const log of effects.logs) {
    const [selector] = log.topics
    const { contract, values, indexed } = readLog(log)
    const isFungible = indexed < 3
    if (selector === transfer && isFungible) {
      const [from, to, amount] = values
      if (isAccount(from, account)) add(moved, contract, numberIn(amount))
      if (isAccount(to, account)) add(moved, contract, -numberIn(amount))
    } else if (selector === approval && isFungible && isAccount(values[0], account)) {
      const spender = addressIn(values[1])
      allowances.set(`${contract} ${spender}`, { token: contract, spender, amount: numberIn(values[2]) })
    } else if (selector === withdrawal && isAccount(values[0], account)) {
      add(unwrapped, contract, numberIn(values[1]))
    } else if (selector === deposit && isAccount(values[0], account)) {
      add(wrapped, contract, numberIn(values[1]))
    } else if (selector !== undefined) {
      const event = judged.get(selector)
      const kind = event?.judge({ contract, values, indexed }, account)
      if (event !== undefined && kind !== undefined) found[kind].push({ contract, event: event.name })
    }
  }
  const losses = new Map<Address, bigint>()
  const gains = new Map<Address, bigint>()
  for (const token of new Set([...moved.keys(), ...unwrapped.keys(), ...wrapped.keys()])) {
    const byTransfer = moved.get(token) ?? 0n
    // A wrapper that logs two events of one withdrawal or deposit is counted once.
    const loss = largerOf(byTransfer, unwrapped.get(token) ?? 0n)
    const gain = largerOf(-byTransfer, wrapped.get(token) ?? 0n)
    if (loss > 0n) losses.set(token, loss)
    if (gain > 0n) gains.set(token, gain)
  }
  return { losses, gains, nativeLoss: nativeCost(effects, account), allowances: [...allowances.values()], ...found }
}

function readLog({ address, topics: [, ...indexed], data }: SimulatedLog): ReadLog {
  const words: Hex[] = []
  // No rule looks further than the first few words, and data can be long.
  const wordCount = Math.min(8, Math.floor(size(data) / 32))
  for (let index = 0; index < wordCount; index += 1) words.push(slice(data, index * 32, (index + 1) * 32))
  return { contract: getAddress(address), values: [...indexed, ...words], indexed: indexed.length }
}

function isAccount(word: Hex | undefined, account: Address): boolean {
  return word !== undefined && word.slice(-40).toLowerCase() === account.slice(2).toLowerCase()
}

export function addressIn(word: Hex | undefined): Address {
  return getAddress(`0x${(word ?? "").slice(-40).padStart(40, "0")}`)
}

export function numberIn(word: Hex | undefined): bigint {
  return word === undefined || word === "0x" ? 0n : BigInt(word)
}

function add(amounts: Map<Address, bigint>, token: Address, amount: bigint): void {
  amounts.set(token, (amounts.get(token) ?? 0n) + amount)
}
