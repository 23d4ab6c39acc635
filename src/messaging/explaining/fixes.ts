// Who can fix a cause, and with which command: of a connection see `connectionFixes.ts`. Everything here asks a node, once a cause was found.
import { type Address, isAddressEqual, zeroAddress } from "viem"
import { getBalance, readContract } from "viem/actions"
import { encodeFunctionData, formatEther } from "viem/utils"

import { plugAbi, socketAbi } from "../onchain/abi.js"
import { readOwner } from "../onchain/connection/readConnectionFacts.js"
import { readExecutionManager } from "../onchain/delivery/executors.js"
import type { InboundCall } from "../onchain/delivery/inboundCall.js"
import { type Arrival, type Journey, type ReadableChain } from "../reading/Journey.js"
import { nameHolders, readRoleHolders } from "../reading/roles.js"
import type { MessageCase } from "./MessageCase.js"
import { resumeFix } from "#src/explaining/devnetRelay.js"
import { byOthers, type Fix } from "#src/explaining/explain.js"
import type { Mend } from "#src/explaining/Explanation.js"
import type { Remedy } from "#src/explaining/remedy.js"
import { type Head } from "#src/onchain/logs.js"
import { readFunction } from "#src/onchain/readFunction.js"
import { isDevelopmentNode } from "#src/onchain/readNode.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"

/** What to do where a node shows less than others. */
export function onceCaughtUp({ name }: { readonly name: string }, command: string): Mend {
  return { who: `try again when the node of ${name} has caught up, or use another one`, command }
}

/** Says who has to change a plug: the account that `owner()` returns, if the plug has that, or nobody, if its owner has renounced it. */
export async function byOwner(chain: ReadableChain, plug: Address, does: string, command?: string): Promise<Remedy> {
  const owner = await ownerOf(chain, plug)
  if (owner === null) return byOthers(`the operator of the plug on ${chain.name} ${does}`, command)
  if (!isAddressEqual(owner, zeroAddress))
    return byOthers(`the owner ${owner} of the plug on ${chain.name} ${does}`, command)
  const { implementation } = await readFunction(chain.client, { address: plug, from: zeroAddress, data: ownerData })
  return byOthers(
    implementation === undefined
      ? `nobody can mend it, because the ownership of the plug ${plug} on ${chain.name} was renounced`
      : `an account that can initialize or upgrade the plug ${plug} on ${chain.name} ${does}, because it is a proxy without an owner`,
  )
}

const ownerData = encodeFunctionData({ abi: plugAbi, functionName: "owner" })

/** Says who gives a proxy another implementation. Some, such as clones, keep the one that they have. */
export function byUpgrade({ name }: ReadableChain, plug: Address, does: string): Remedy {
  return byOthers(
    `an account that can upgrade the proxy ${plug} on ${name} gives it an implementation that ${does}, if it can be upgraded`,
  )
}

/** `null` if the plug does not say. Not every plug has an owner. */
export async function ownerOf({ client }: ReadableChain, plug: Address): Promise<Address | null> {
  return (await readOwner(client, plug).catch(() => null)) ?? null
}

/** A plug that pays for a reply from its balance needs more of it, not another `inbound`. */
export async function replyFix(
  chain: ReadableChain,
  { to, value }: InboundCall,
  { does, args: [required, provided] }: { readonly does: string; readonly args: readonly unknown[] },
): Promise<Remedy> {
  const [owner, balance] = await Promise.all([
    byOwner(chain, to, does),
    getBalance(chain.client, { address: to }).catch(() => undefined),
  ])
  if (typeof required !== "bigint" || balance === undefined || provided !== balance + value) return owner
  const missing = `at least ${formatEther(required - balance - value)} native tokens more`
  const who = `send the plug ${to} on ${chain.name} ${missing}, because inbound sends a message from its balance`
  return { who, command: null, grants: [{ slug: chain.slug, address: to }], otherwise: owner.who }
}

export async function retryFix(
  { message, src, sent }: Journey,
  { chain }: Arrival,
  { gasLimit }: { readonly gasLimit?: bigint } = {},
): Promise<Mend> {
  const args = {
    id: sent.transactionHash,
    from: src.name,
    messageId: message.messageId,
    ...(gasLimit === undefined ? {} : { gasLimit: String(gasLimit) }),
  }
  const command = commandLine("messaging retry", args, { positional: ["id"] })
  return { ...(await executorFix(chain)), command: `npx hardhat ${command}` }
}

/** Executes a message again: the user does, where `retryMessage` works for every account. */
export async function executorFix({ client, socket, name }: ReadableChain): Promise<Mend> {
  const [isDevelopment, manager] = await Promise.all([
    isDevelopmentNode(client),
    readExecutionManager(client, { socket }).catch(() => undefined),
  ])
  if (isDevelopment || manager?.isOpen === true) return { who: "execute the message again", command: null }
  const where = manager === undefined ? "the execution manager" : `the execution manager ${manager.address}`
  return byOthers(`an account with EXECUTOR_ROLE at ${where} on ${name} executes the message again`)
}

export async function untripFix({ chain, head }: Arrival, switchboard: Address): Promise<Fix> {
  const holders = await readRoleHolders(chain, head, { contract: switchboard, role: { name: "UN_TRIP_ROLE" } })
  return byOthers(
    `${nameHolders("holder", holders)} of UN_TRIP_ROLE at the switchboard ${switchboard} on ${chain.name} ${holders?.length === 1 ? "untrips" : "untrip"} it`,
  )
}

type TransmitterTask = {
  readonly stage: "seal" | "propose"
  readonly chain: ReadableChain
  readonly head: Head
  /** The slug of the chain to which it seals, or from which it proposes. */
  readonly otherSlug: number
}

/** Transmitters seal or propose a packet. Their signature is needed, so there is no command. */
export async function transmitterFix(subject: MessageCase, task: TransmitterTask): Promise<Fix> {
  const { chain, head, otherSlug, stage } = task
  const resume = await resumeFix(subject.journey.src.client, [stage])
  const socket = { abi: socketAbi, address: chain.socket, blockNumber: head.number } as const
  const asked = readContract(chain.client, { ...socket, functionName: "transmitManager__" })
  const manager = await asked.catch(() => undefined)
  if (manager === undefined) return resume ?? byOthers(`the transmitter of ${chain.name} ${stage}s the packet`)
  const role = { name: "TRANSMITTER_ROLE", slug: otherSlug } as const
  const holders = await readRoleHolders(chain, head, { contract: manager, role })
  if (holders?.length === 0) {
    return byOthers(
      `the owner of the transmit manager ${manager} on ${chain.name} grants TRANSMITTER_ROLE for chain ${otherSlug}, which no account has`,
    )
  }
  if (resume !== undefined) return resume
  const verb = holders?.length === 1 ? `${stage}s` : stage
  return byOthers(`${nameHolders("transmitter", holders)} on ${chain.name} ${verb} the packet`)
}
