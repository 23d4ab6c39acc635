import { type Address, type Hex, type LocalAccount, zeroHash } from "viem"
import { readContract } from "viem/actions"
import { encodeAbiParameters, encodeFunctionData, keccak256, toBytes } from "viem/utils"

import { attestDigest, packMessageId, sealDigest } from "../../ids.js"
import { socketAbi, switchboardAbi } from "../../onchain/abi.js"
import type { EndFacts } from "../TrustFacts.js"
import type { Actors } from "./actors.js"
import type { ChainCopy, CopyCall } from "./openCopy.js"

export type CarriedMessage = {
  readonly msgId: Hex
  readonly executionFee: bigint
  readonly minMsgGasLimit: bigint
  readonly executionParams: Hex
  readonly payload: Hex
}

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

/** One chain of a path, its copy, and the keys there. */
export type Side = { readonly end: EndFacts; readonly copy: ChainCopy; readonly actors: Actors }

/** What a way has at hand. */
export type Forging = {
  readonly src: Side | undefined
  readonly dst: Side
  readonly carrying: Carrying
  /** What is forged. */
  readonly message: CarriedMessage
  /** Lets more than so many seconds pass on both chains. */
  readonly wait: (seconds: bigint) => Promise<void>
}

/** A message that the socket should execute now, and who signs for it. */
export type Forged = { readonly execution: Execution; readonly signer: LocalAccount }

/** Gas that a forged message gives to `inbound`. */
export const forgedGas = 8_000_000n

/** A number that no real message and packet of a path ever reaches, and that every switchboard allows. */
export const forgedCount: bigint = 2n ** 64n - 1n

export function forgeMessage(slug: number, plug: Address, payload: Hex): CarriedMessage {
  const msgId = packMessageId({ srcChainSlug: slug, dstPlug: plug, counter: forgedCount })
  return { msgId, executionFee: 0n, minMsgGasLimit: 100_000n, executionParams: zeroHash, payload }
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
      const data = encodeFunctionData({ abi: switchboardAbi, functionName: "attest", args })
      return await submit(signer, switchboard, data)
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
      const untripped = isGlobal
        ? ({ functionName: "unTrip", args: [nonce, signature] } as const)
        : ({ functionName: "unTripPath", args: [nonce, srcChainSlug, signature] } as const)
      return await submit(signer, switchboard, encodeFunctionData({ abi: switchboardAbi, ...untripped }))
    },
    async executing(signer, { packetId, proposalCount, message, packed }) {
      const signature = await sign(signer, packed)
      const executionGasLimit = message.minMsgGasLimit > forgedGas ? message.minMsgGasLimit : forgedGas
      const details = { packetId, proposalCount, executionGasLimit, decapacitorProof: "0x", signature } as const
      const data = encodeFunctionData({ abi: socketAbi, functionName: "execute", args: [details, message] })
      return { to: socket, data }
    },
  }
}
