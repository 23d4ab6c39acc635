import { concat, type Hex, numberToHex, pad, type PrivateKeyAccount, type TransactionReceipt, zeroHash } from "viem"

import type { TestedChain } from "./openTestedChain.js"
import { siblingSlug } from "./prepareRoles.js"
import { accounts, digestOf, idOf, sign } from "./signatures.js"

/** A message from the sibling chain, as that chain's logs would describe it. Nobody needs to have sent it there. */
export type Incoming = {
  readonly packetId: Hex
  readonly root: Hex
  readonly message: {
    readonly msgId: Hex
    readonly executionFee: bigint
    readonly minMsgGasLimit: bigint
    readonly executionParams: Hex
    readonly payload: Hex
  }
}

type Switchboard = "fastSwitchboard" | "optimisticSwitchboard"

/** Makes a message to the receiver, which a plug with the address of `accounts.plug` sent. */
export function incomingMessage(
  chain: TestedChain,
  { counter = 1n, executionParams = zeroHash }: { counter?: bigint; executionParams?: Hex } = {},
): Incoming {
  const receiver = chain.receiver.address
  const message = {
    msgId: idAt(siblingSlug, receiver, counter),
    executionFee: 7n,
    minMsgGasLimit: 200_000n,
    executionParams,
    payload: "0x68656c6c6f",
  } as const
  const from = { chainSlug: siblingSlug, plug: accounts.plug.address }
  const root = packMessage(from, { chainSlug: chain.slug, plug: receiver }, message)
  return { message, root, packetId: idAt(siblingSlug, accounts.stranger.address, counter) }
}

export type End = { readonly chainSlug: number; readonly plug: Hex }

/** The hash that stands for a message on both chains. */
export function packMessage(from: End, to: End, message: Incoming["message"]): Hex {
  return digestOf("uint32, address, uint32, address, bytes32, uint256, bytes32, uint256, bytes", [
    from.chainSlug,
    from.plug,
    to.chainSlug,
    to.plug,
    message.msgId,
    message.minMsgGasLimit,
    message.executionParams,
    message.executionFee,
    message.payload,
  ])
}

/** Ids of messages and packets: slug, address and counter side by side. */
export function idAt(slug: number, address: Hex, counter: bigint): Hex {
  return concat([numberToHex(slug, { size: 4 }), address, pad(numberToHex(counter), { size: 8 })]).toLowerCase() as Hex
}

/** What a transmitter signs to seal or to propose a packet. */
export function transmitterDigest(dstChainSlug: number, packetId: Hex, root: Hex): Hex {
  return digestOf("bytes32, uint32, bytes32, bytes32", [idOf("IMLI"), dstChainSlug, packetId, root])
}

export async function connectReceiver(chain: TestedChain, switchboard: Switchboard = "fastSwitchboard"): Promise<void> {
  const args = [siblingSlug, accounts.plug.address, chain[switchboard].address] as const
  await chain.mined(chain.receiver.write.connect(args, { account: accounts.owner.address }))
}

export async function propose(
  chain: TestedChain,
  { packetId, root }: Pick<Incoming, "packetId" | "root">,
  switchboard: Switchboard = "fastSwitchboard",
): Promise<TransactionReceipt> {
  const signature = await sign(accounts.transmitter, transmitterDigest(chain.slug, packetId, root))
  const args = [packetId, root, chain[switchboard].address, signature] as const
  return await chain.mined(chain.socket.write.proposeForSwitchboard(args, { account: accounts.stranger.address }))
}

type Attestation = readonly [packetId: Hex, proposalCount: bigint, root: Hex, signature: Hex]
type AttestationOptions = { readonly watcher?: PrivateKeyAccount; readonly proposalCount?: bigint }

/** Arguments of `attest` as a watcher signs them. */
export async function attestation(
  chain: TestedChain,
  { packetId, root }: Pick<Incoming, "packetId" | "root">,
  { watcher = accounts.watcher, proposalCount = 0n }: AttestationOptions = {},
): Promise<Attestation> {
  const digest = digestOf("address, uint32, bytes32, uint256, bytes32", [
    chain.fastSwitchboard.address,
    chain.slug,
    packetId,
    proposalCount,
    root,
  ])
  return [packetId, proposalCount, root, await sign(watcher, digest)]
}

export async function attest(
  chain: TestedChain,
  incoming: Pick<Incoming, "packetId" | "root">,
  options?: AttestationOptions,
): Promise<TransactionReceipt> {
  const args = await attestation(chain, incoming, options)
  return await chain.mined(chain.fastSwitchboard.write.attest(args, { account: accounts.stranger.address }))
}

export type ExecutionDetails = {
  readonly packetId: Hex
  readonly proposalCount: bigint
  readonly executionGasLimit: bigint
  readonly decapacitorProof: Hex
  readonly signature: Hex
}

/** How an honest executor delivers a message. */
export async function execution({ packetId, root, message }: Incoming): Promise<ExecutionDetails> {
  return {
    packetId,
    proposalCount: 0n,
    executionGasLimit: message.minMsgGasLimit,
    decapacitorProof: "0x",
    signature: await sign(accounts.executor, root),
  }
}
