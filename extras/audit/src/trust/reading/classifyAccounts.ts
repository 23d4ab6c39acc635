import { type Address, BaseError, type Hex, zeroAddress } from "viem"
import { getAddress, parseAbi, size, slice } from "viem/utils"

import type { Account } from "../TrustFacts.js"
import { readUpgrade } from "./readUpgrade.js"
import { requireOwnCode } from "./requireOwnCode.js"
import { askContract, type ChainViewIn } from "#src/messaging/reading/ChainView.js"
import { readSafe } from "#src/messaging/reading/safe/readSafe.js"
import { peekCodes } from "#src/onchain/scanning/peekCodes.js"

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
    const codes = await peekCodes(view.client, depth === 0 ? [...next, ...contracts] : next, view.blockNumber)
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
