import { type Address, type Hex, type LocalAccount, zeroHash } from "viem"
import { readContract } from "viem/actions"
import { encodeAbiParameters, encodeFunctionData, keccak256, toBytes } from "viem/utils"

import { attestDigest, hashPackedMessage, packMessageId, sealDigest } from "../../ids.js"
import { socketAbi, switchboardAbi } from "../../onchain/abi.js"
import type { ChainCopy, CopyCall } from "./openCopy.js"

/** A message as a socket executes it. */
export type CarriedMessage = {
  readonly msgId: Hex
  readonly executionFee: bigint
  readonly minMsgGasLimit: bigint
  readonly executionParams: Hex
  readonly payload: Hex
}

/** A root that was proposed. */
export type Proposed = {
  readonly packetId: Hex
  readonly proposalCount: bigint
  readonly root: Hex
  readonly switchboard: Address
}

export type Execution = Pick<Proposed, "packetId" | "proposalCount"> & {
  readonly message: CarriedMessage
  /** The hash of the message, which the executor signs. */
  readonly packed: Hex
}

/** Gas that a forged message gives to `inbound`. */
export const forgedGas = 8_000_000n

/** A number that no real message and packet of a path ever reaches, and that every switchboard allows. */
export const forgedCount: bigint = 2n ** 64n - 1n

/** A message to a plug that was never sent. */
export function forgeMessage(slug: number, plug: Address, payload: Hex): CarriedMessage {
  const msgId = packMessageId({ srcChainSlug: slug, dstPlug: plug, counter: forgedCount })
  return { msgId, executionFee: 0n, minMsgGasLimit: 100_000n, executionParams: zeroHash, payload }
}

/** The ends of a message, of which the id has two. */
export type MessageEnds = Pick<
  Parameters<typeof hashPackedMessage>[0],
  "srcChainSlug" | "srcPlug" | "dstChainSlug" | "dstPlug"
>

/** The hash of a message, which is the root of a packet that has it alone. */
export function rootOf({ msgId: messageId, ...message }: CarriedMessage, ends: MessageEnds): Hex {
  return hashPackedMessage({ ...message, ...ends, messageId })
}

/** What carries a message on a copy of its destination. Whoever submits it, the signatures decide. */
export type Carrying = {
  /** `undefined` if the signer is no transmitter. */
  propose(signer: LocalAccount, root: Omit<Proposed, "proposalCount">): Promise<Proposed | undefined>
  /** `false` if the signer may not, or has attested the root before. */
  attest(signer: LocalAccount, proposed: Proposed): Promise<boolean>
  /** Undoes a trip: of packets of a chain, or of all. */
  untrip(signer: LocalAccount, switchboard: Address, srcChainSlug?: number): Promise<boolean>
  /** The transaction that executes a message. */
  executing(signer: LocalAccount, execution: Execution): Promise<CopyCall & { readonly to: Address }>
}

/** @param slug of the chain of the copy */
export function carryOn(copy: ChainCopy, socket: Address, slug: number): Carrying {
  const sign = (signer: LocalAccount, raw: Hex): Promise<Hex> => signer.signMessage({ message: { raw } })
  const submit = async (signer: LocalAccount, to: Address, data: Hex): Promise<boolean> =>
    (await copy.send(signer.address, { to, data })) !== undefined
  return {
    async propose(signer, { packetId, root, switchboard }) {
      const signature = await sign(signer, sealDigest({ dstChainSlug: slug, packetId, root }))
      const counting = { abi: socketAbi, address: socket, functionName: "proposalCount", args: [packetId] } as const
      const proposalCount = await readContract(copy.client, counting)
      const args = [packetId, root, switchboard, signature] as const
      const data = encodeFunctionData({ abi: socketAbi, functionName: "proposeForSwitchboard", args })
      return (await submit(signer, socket, data)) ? { packetId, proposalCount, root, switchboard } : undefined
    },
    async attest(signer, { switchboard, packetId, proposalCount, root }) {
      const digest = attestDigest({ switchboard, dstChainSlug: slug, packetId, proposalCount, root })
      const args = [packetId, proposalCount, root, await sign(signer, digest)] as const
      return await submit(
        signer,
        switchboard,
        encodeFunctionData({ abi: switchboardAbi, functionName: "attest", args }),
      )
    },
    async untrip(signer, switchboard, srcChainSlug) {
      const asking = { abi: switchboardAbi, address: switchboard, functionName: "nextNonce" } as const
      const nonce = await readContract(copy.client, { ...asking, args: [signer.address] }).catch(() => 0n)
      const isGlobal = srcChainSlug === undefined
      const action = isGlobal ? "UN_TRIP_GLOBAL" : "UN_TRIP_PATH"
      const slugs = isGlobal ? [slug] : [srcChainSlug, slug]
      const types = ["bytes32", "address", ...slugs.map(() => "uint32"), "uint256", "bool"].map((type) => ({ type }))
      const values = [keccak256(toBytes(action)), switchboard, ...slugs, nonce, false]
      const signature = await sign(signer, keccak256(encodeAbiParameters(types, values)))
      const data = isGlobal
        ? encodeFunctionData({ abi: switchboardAbi, functionName: "unTrip", args: [nonce, signature] })
        : encodeFunctionData({
            abi: switchboardAbi,
            functionName: "unTripPath",
            args: [nonce, srcChainSlug, signature],
          })
      return await submit(signer, switchboard, data)
    },
    async executing(signer, { packetId, proposalCount, message, packed }) {
      const signature = await sign(signer, packed)
      const executionGasLimit = message.minMsgGasLimit > forgedGas ? message.minMsgGasLimit : forgedGas
      const details = { packetId, proposalCount, executionGasLimit, decapacitorProof: "0x", signature } as const
      return {
        to: socket,
        data: encodeFunctionData({ abi: socketAbi, functionName: "execute", args: [details, message] }),
      }
    },
  }
}
