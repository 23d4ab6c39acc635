import { type Address, BaseError, type Hex, type ParseAbi, parseAbi } from "viem"
import { getCode, getStorageAt } from "viem/actions"
import { getAddress, isAddressEqual, keccak256, size, slice, toHex } from "viem/utils"

import { askContract, type ChainView, once } from "../ChainView.js"

const functions = [
  "function VERSION() view returns (string)",
  "function nonce() view returns (uint256)",
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
  "function getModules() view returns (address[])",
  "function getModulesPaginated(address start, uint256 pageSize) view returns (address[] array, address next)",
  "function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)",
] as const

export const safeAbi: ParseAbi<typeof functions> = parseAbi(functions)

/** Hashes of the code that a factory gives each proxy. It has nothing of its own in it: the singleton is in storage. */
const proxies: ReadonlySet<string> = new Set([
  // 1.0.0
  "0xf8fffcb9b9c73fbc4ffb6dc52f0001fa998951e0d4177894b1b899f7732b6eaf",
  // 1.1.1 and 1.2.0
  "0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5",
  // 1.3.0
  "0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000",
  // 1.4.1
  "0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c",
  // 1.5.0
  "0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f",
])

/** Hashes of the code of singletons. It has no immutables in it, so it is the same at each address and on each chain. */
const singletons: ReadonlySet<string> = new Set([
  // 1.0.0, 1.1.1 and 1.2.0
  "0xe1f1593df76e69abc2d692792c80f329457551d5e83dde597546a1d58764da80",
  "0x56b8be58b5ad629a621593a2e5e5e8e9a28408dc06e95597497b303902772e45",
  "0x2ae2d1231f0d754a7fa4f5e5d0e5554085e1b500d8e09f95aaaaa3f49c0db922",
  // 1.3.0, and L2
  "0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e",
  "0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f",
  // 1.4.1, and L2
  "0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4",
  "0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff",
  // 1.5.0, and L2
  "0xdda019cbd7c867a533a2a86e5c53434fdc50b13122b5a5ddb4a8df61b31c20f2",
  "0x180193227186ccb85316c94db1f0d156ed932b14712cfaac78901899178572dc",
])

/** More signers or modules than this are not followed. */
const maxMembers = 50

const firstModule = "0x0000000000000000000000000000000000000001"

const guardSlots = ["guard_manager.guard.address", "module_manager.module_guard.address"].map((name) =>
  keccak256(toHex(name)),
)
const handlerSlot = keccak256(toHex("fallback_manager.handler.address"))

/** What has the code of a Safe. Any `threshold` of the signers act for it, and each module alone. */
export type SafeAccount = {
  readonly kind: "Safe"
  readonly threshold: number
  readonly signers: readonly Address[]
  readonly modules: readonly Address[]
  readonly singleton: Address
  /** Those of its transactions, and of what modules do. They can refuse, and allow nothing. */
  readonly guards: readonly Address[]
  /** Who gets each call that the Safe has no function for, as a call of the Safe. */
  readonly fallbackHandler: Address | null
}

/** Why an account is not known as a Safe, as the end of a sentence. */
export type NoSafe = { readonly why: string }

/**
 * Finds the singleton of a Safe, which is known by the code of its proxy and of the singleton in its storage, never by what it answers.
 *
 * @param safeCode hashes of the code of other proxies and singletons to take for those of Safes
 * @throws {BaseError} the node does not answer
 */
export async function findSingleton(
  view: ChainView,
  address: Address,
  safeCode: readonly Hex[] = [],
): Promise<Address | NoSafe> {
  const whyNot = async (known: ReadonlySet<string>, contract: Address, whose: string): Promise<NoSafe | undefined> => {
    const hash = keccak256(await readCode(view, contract))
    if (known.has(hash) || safeCode.some((one) => one.toLowerCase() === hash)) return undefined
    if (hash === keccak256("0x")) return { why: `${whose} has no code` }
    return {
      why: `the code of ${whose} has the hash ${hash}, which is of no known Safe and not in plugs.trust.safeCode`,
    }
  }
  const no = await whyNot(proxies, address, address)
  if (no !== undefined) return no
  const singleton = await readSlot(view, address, toHex(0, { size: 32 }))
  if (singleton === null) return { why: `${address} names no singleton` }
  return (await whyNot(singletons, singleton, `its singleton ${singleton}`)) ?? singleton
}

/**
 * Reads a Safe.
 *
 * @param safeCode as of {@link findSingleton}
 * @throws {BaseError} the node does not answer, or the Safe has more members than are followed
 */
export async function readSafe(
  view: ChainView,
  address: Address,
  safeCode: readonly Hex[] = [],
): Promise<SafeAccount | NoSafe> {
  const singleton = await findSingleton(view, address, safeCode)
  if (typeof singleton !== "string") return singleton
  const contract = { abi: safeAbi, address, args: [] } as const
  const [threshold, signers, modules, fallbackHandler, ...guards] = await Promise.all([
    askContract(view, { ...contract, functionName: "getThreshold" }),
    askContract(view, { ...contract, functionName: "getOwners" }),
    readModules(view, address),
    ...[handlerSlot, ...guardSlots].map((slot) => readSlot(view, address, slot)),
  ])
  if (threshold === null || signers === null || modules === null) throw new BaseError("its members could not be read")
  if (signers.length > maxMembers || modules.length > maxMembers)
    throw new BaseError(`it names more than ${maxMembers} signers or modules`)
  // A storage that was written by a stranger's code during the set-up can hide members.
  if (threshold > new Set(signers).size) throw new BaseError("its threshold is above the number of its signers")
  return {
    ...{ kind: "Safe", threshold: Number(threshold), signers, modules, singleton },
    ...{ fallbackHandler: fallbackHandler ?? null, guards: guards.filter((guard) => guard !== null) },
  }
}

/** @returns `null` if it does not tell them all */
async function readModules(view: ChainView, address: Address): Promise<readonly Address[] | null> {
  const contract = { abi: safeAbi, address } as const
  const page = [firstModule, BigInt(maxMembers)] as const
  const paged = await askContract(view, { ...contract, functionName: "getModulesPaginated", args: page })
  // Version 1.0.0 has no pages.
  if (paged === null) return await askContract(view, { ...contract, functionName: "getModules", args: [] })
  const [modules, next] = paged
  return BigInt(next) <= 1n && !modules.some((one) => isAddressEqual(one, firstModule)) ? modules : null
}

/** Reads all code at an address; `0x` if there is none. Throws the errors of viem if the node does not answer. */
export async function readCode(view: ChainView, address: Address): Promise<Hex> {
  const { client, blockNumber } = view
  return await once(view, `all code ${address}`, async () => (await getCode(client, { address, blockNumber })) ?? "0x")
}

/** Reads the address in a word of storage; `null` if there is none. Throws the errors of viem if the node does not answer. */
export async function readSlot(view: ChainView, address: Address, slot: Hex): Promise<Address | null> {
  const { client, blockNumber } = view
  const word = await once(view, `slot ${slot} of ${address}`, () =>
    getStorageAt(client, { address, slot, blockNumber }),
  )
  if (word === undefined || size(word) > 32) throw new BaseError("the node gives no word of its storage")
  // Some nodes leave zeros out.
  return BigInt(word) === 0n ? null : getAddress(slice(`0x${word.slice(2).padStart(64, "0")}`, 12))
}
