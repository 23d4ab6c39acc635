import { type Address, type Hex, type LocalAccount, zeroAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { encodeFunctionData, keccak256, type ParseAbi, parseAbi, toBytes } from "viem/utils"

import { type Role, roleId } from "../../reading/roles.js"
import { canSign, signedRoles } from "../needs.js"
import { holdersOf } from "../reading/readHolders.js"
import type { EndFacts, OwnedContract } from "../TrustFacts.js"
import type { ChainCopy } from "./openCopy.js"
import { sendAs, type Sender } from "./sendAs.js"

const owned = [
  "function grantRole(bytes32 role, address grantee)",
  "function grantRoleWithSlug(bytes32 role, uint32 slug, address grantee)",
  "function grantWatcherRole(uint32 slug, address watcher)",
  "function revokeWatcherRole(uint32 slug, address watcher)",
  "function claimOwner()",
  "function acceptOwnership()",
  "function setExecutionManager(address manager)",
  "function setTransmitManager(address manager)",
  "function setHasher(address hasher)",
] as const

export const ownedAbi: ParseAbi<typeof owned> = parseAbi(owned)

/** Ends a proof that cannot go on. `refused`: a step that the keys should be able to do failed. */
export class ProofEnded extends Error {
  readonly status: "refused" | "not tried"

  constructor(status: "refused" | "not tried", why: string) {
    super(why)
    this.status = status
  }
}

export function refuse(why: string): never {
  throw new ProofEnded("refused", why)
}

/** Some keys on one chain, and what they can do there. A step that they cannot do gives `undefined` or `false`. */
export type Actors = {
  /** An account with no rights of its own, which gets those that the keys can give. */
  readonly outsider: LocalAccount
  /** Sends as one of the keys, or as a Safe that they can act for. */
  readonly as: Sender["as"]
  /** Calls a contract as its owner, or as the next one. */
  asOwner(contract: OwnedContract, data: Hex): Promise<boolean>
  /** Calls the socket with its governance role. */
  asGovernance(data: Hex): Promise<boolean>
  /** Those that sign for the keys with a role. */
  signersOf(contract: OwnedContract, role: Role): readonly LocalAccount[]
  /** One that signs with a role which the keys hold or give. */
  signerOf(contract: OwnedContract, role: Role): Promise<LocalAccount | undefined>
  transmitter(slug: number): Promise<LocalAccount | undefined>
  executor(): Promise<LocalAccount | undefined>
}

/** A key in this process that signs in place of an account. */
export function standInOf(address: Address): LocalAccount {
  return privateKeyToAccount(keccak256(address))
}

/** The honest account that carries what everybody carries. */
export const carrier: LocalAccount = privateKeyToAccount(keccak256(toBytes("hardhat-plugs carrier")))

const outsider = privateKeyToAccount(keccak256(toBytes("hardhat-plugs outsider")))

/**
 * Gives some keys, and no others, to a proof. Who sends is impersonated. No node signs for an account whose key it lacks, so each role by
 * which a key signs is moved to a stand-in first, by the owner of the contract.
 *
 * @param options.isCarried whether honest accounts carry the message, of which there is a transmitter, an executor, and all watchers
 * @throws {ProofEnded} a contract has no owner that could move a role
 */
export async function createActors(
  copy: ChainCopy,
  end: EndFacts,
  { keys, isCarried }: { readonly keys: readonly Address[]; readonly isCarried: boolean },
): Promise<Actors> {
  const { socket, transmitManager, executionManager, inbound, siblingSlug } = end
  const own = new Set(keys)
  const granting = ({ name, slug }: Role, to: Address): Hex =>
    slug === undefined
      ? encodeFunctionData({ abi: ownedAbi, functionName: "grantRole", args: [roleId({ name }), to] })
      : encodeFunctionData({ abi: ownedAbi, functionName: "grantRoleWithSlug", args: [roleId({ name }), slug, to] })

  async function equip(contract: OwnedContract, data: Hex): Promise<void> {
    const done = await copy.send(contract.owner ?? zeroAddress, { to: contract.address, data })
    if (done === undefined) {
      throw new ProofEnded("not tried", `the owner of the ${contract.name} ${contract.address} cannot move its roles`)
    }
  }
  async function moveRole(contract: OwnedContract, role: Role, holder: Address): Promise<void> {
    const to = standInOf(holder).address
    if (role.name !== "WATCHER_ROLE" || role.slug === undefined || inbound.rule !== "fast") {
      await equip(contract, granting(role, to))
      return
    }
    // They are counted, so there must be as many as before.
    const counted = { abi: ownedAbi, args: [role.slug, holder] } as const
    await equip(contract, encodeFunctionData({ ...counted, functionName: "revokeWatcherRole" }))
    await equip(contract, encodeFunctionData({ ...counted, functionName: "grantWatcherRole", args: [role.slug, to] }))
  }

  const contracts = [transmitManager, executionManager, inbound]
  for (const { contract: address, role, holders } of end.roles) {
    const contract = contracts.find((one) => one.address === address)
    if (contract === undefined || !signedRoles.includes(role.name)) continue
    const isOfPath = isCarried && role.name === "WATCHER_ROLE" && role.slug === siblingSlug
    for (const holder of holders) {
      if ((own.has(holder) || isOfPath) && canSign(end, holder)) await moveRole(contract, role, holder)
    }
  }
  if (isCarried) {
    await equip(transmitManager, granting({ name: "TRANSMITTER_ROLE", slug: siblingSlug }, carrier.address))
    await equip(executionManager, granting({ name: "EXECUTOR_ROLE" }, carrier.address))
  }

  const { can, as } = sendAs(copy, end.accounts, own)
  const asOwner: Actors["asOwner"] = async ({ name, address: to, owner, nominee }, data) => {
    if (owner && can(owner)) return (await as(owner, { to, data })) !== undefined
    if (!nominee || !can(nominee)) return false
    const functionName = name === "plug" ? "acceptOwnership" : "claimOwner"
    await as(nominee, { to, data: encodeFunctionData({ abi: ownedAbi, functionName }) })
    return (await as(nominee, { to, data })) !== undefined
  }
  const asGovernance: Actors["asGovernance"] = async (data) => {
    const role = { name: "GOVERNANCE_ROLE" } as const
    const holder = holdersOf(end.roles, socket.address, role).holders.find((one) => can(one))
    if (holder !== undefined) return (await as(holder, { to: socket.address, data })) !== undefined
    if (!(await asOwner(socket, granting(role, outsider.address)))) return false
    return (await copy.send(outsider.address, { to: socket.address, data })) !== undefined
  }
  const signersOf: Actors["signersOf"] = (contract, role) =>
    holdersOf(end.roles, contract.address, role)
      .holders.filter((holder) => own.has(holder) && canSign(end, holder))
      .map(standInOf)
  const signerOf: Actors["signerOf"] = async (contract, role) => {
    const [signer] = signersOf(contract, role)
    if (signer !== undefined) return signer
    return (await asOwner(contract, granting(role, outsider.address))) ? outsider : undefined
  }
  /** A manager of the outsider's own says of everything that the outsider has signed it. */
  async function replaceManager(functionName: "setTransmitManager" | "setExecutionManager") {
    const manager = await copy.deployAnswering(outsider.address, [outsider.address, "0x01"])
    const data = encodeFunctionData({ abi: ownedAbi, functionName, args: [manager] })
    return (await asGovernance(data)) ? outsider : undefined
  }
  return {
    ...{ outsider, as, asOwner, asGovernance, signersOf, signerOf },
    transmitter: async (slug) =>
      (await signerOf(transmitManager, { name: "TRANSMITTER_ROLE", slug })) ??
      (await replaceManager("setTransmitManager")),
    executor: async () =>
      executionManager.isOpen
        ? outsider
        : ((await signerOf(executionManager, { name: "EXECUTOR_ROLE" })) ??
          (await replaceManager("setExecutionManager"))),
  }
}
