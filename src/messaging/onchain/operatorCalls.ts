import type { Abi, Address, Hex, LocalAccount } from "viem"
import { encodeAbiParameters, keccak256, toBytes } from "viem/utils"

import { attestDigest, type Packet, sealDigest } from "../ids.js"
import { socketAbi, switchboardAbi } from "./abi.js"
import type { OutboundMessage } from "./events.js"

/** A call that any account may send: the holder of a role signs it. */
export type OperatorCall = {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  /** It is signed as the raw bytes of a message. */
  readonly digest: () => Hex
  readonly args: (signature: Hex) => readonly unknown[]
}

export type SignedCall = Pick<OperatorCall, "address" | "abi" | "functionName"> & { readonly args: readonly unknown[] }

export function withSignature({ address, abi, functionName, args }: OperatorCall, signature: Hex): SignedCall {
  return { address, abi, functionName, args: args(signature) }
}

export async function signedBy(account: LocalAccount, call: OperatorCall): Promise<SignedCall> {
  return withSignature(call, await account.signMessage({ message: { raw: call.digest() } }))
}

/** A transmitter seals the next packet of a capacitor, on the source chain. */
export function sealCall(
  socket: Address,
  { capacitor, ...packet }: Packet & { readonly capacitor: Address },
): OperatorCall {
  const args = (signature: Hex) => [1n, capacitor, signature]
  return { address: socket, abi: socketAbi, functionName: "seal", digest: () => sealDigest(packet), args }
}

/** A transmitter proposes a root for a packet, on the destination chain. */
export function proposeCall(
  socket: Address,
  { switchboard, ...packet }: Packet & { readonly switchboard: Address },
): OperatorCall {
  const args = (signature: Hex) => [packet.packetId, packet.root, switchboard, signature]
  const call = { address: socket, abi: socketAbi, functionName: "proposeForSwitchboard" }
  return { ...call, digest: () => sealDigest(packet), args }
}

/** A watcher attests a proposal at a fast switchboard. */
export function attestCall(
  attested: Packet & { readonly switchboard: Address; readonly proposalCount: bigint },
): OperatorCall {
  const { switchboard: address, packetId, proposalCount, root } = attested
  const args = (signature: Hex) => [packetId, proposalCount, root, signature]
  return { address, abi: switchboardAbi, functionName: "attest", digest: () => attestDigest(attested), args }
}

export type ExecutedMessage = Pick<
  OutboundMessage,
  "messageId" | "packedMessage" | "minMsgGasLimit" | "executionParams" | "payload"
> & { readonly fees: Pick<OutboundMessage["fees"], "executionFee"> }

/**
 * An executor delivers a message.
 *
 * @param by.gasLimit gas for `inbound`. Default: what the message asks for
 */
export function executeCall(
  socket: Address,
  message: ExecutedMessage,
  by: { readonly packetId: Hex; readonly proposalCount: bigint; readonly gasLimit?: bigint | undefined },
): OperatorCall {
  const { messageId: msgId, packedMessage, fees, minMsgGasLimit, executionParams, payload } = message
  const { packetId, proposalCount, gasLimit: executionGasLimit = minMsgGasLimit } = by
  const args = (signature: Hex) => [
    { packetId, proposalCount, executionGasLimit, decapacitorProof: "0x", signature },
    { msgId, executionFee: fees.executionFee, minMsgGasLimit, executionParams, payload },
  ]
  return { address: socket, abi: socketAbi, functionName: "execute", digest: () => packedMessage, args }
}

/** Pauses a switchboard, or resumes it. */
export type Trip =
  | { readonly kind: "tripGlobal" | "unTrip" }
  | { readonly kind: "tripPath" | "unTripPath"; readonly srcChainSlug: number }
  | {
      readonly kind: "tripProposal"
      readonly srcChainSlug: number
      readonly packetId: Hex
      readonly proposalCount: bigint
    }

const tripActions = {
  tripGlobal: "TRIP_GLOBAL",
  unTrip: "UN_TRIP_GLOBAL",
  tripPath: "TRIP_PATH",
  unTripPath: "UN_TRIP_PATH",
  tripProposal: "TRIP_PROPOSAL",
} as const satisfies Record<Trip["kind"], string>

/**
 * Trips a switchboard, or undoes it.
 *
 * @param at.slug of the chain of the switchboard
 * @param at.nonce `nextNonce` of the account that signs
 */
export function tripCall(
  trip: Trip,
  { switchboard, slug, nonce }: { readonly switchboard: Address; readonly slug: number; readonly nonce: bigint },
): OperatorCall {
  const slugs = "srcChainSlug" in trip ? [trip.srcChainSlug, slug] : [slug]
  const last =
    trip.kind === "tripProposal"
      ? ([
          ["bytes32", trip.packetId],
          ["uint256", trip.proposalCount],
        ] as const)
      : ([["bool", trip.kind === "tripGlobal" || trip.kind === "tripPath"]] as const)
  const digest = (): Hex => {
    const types = ["bytes32", "address", ...slugs.map(() => "uint32"), "uint256", ...last.map(([type]) => type)]
    const values = [
      keccak256(toBytes(tripActions[trip.kind])),
      switchboard,
      ...slugs,
      nonce,
      ...last.map(([, value]) => value),
    ]
    return keccak256(
      encodeAbiParameters(
        types.map((type) => ({ type })),
        values,
      ),
    )
  }
  const tripped =
    trip.kind === "tripProposal"
      ? [trip.packetId, trip.proposalCount]
      : "srcChainSlug" in trip
        ? [trip.srcChainSlug]
        : []
  const args = (signature: Hex) => [nonce, ...tripped, signature]
  return { address: switchboard, abi: switchboardAbi, functionName: trip.kind, digest, args }
}
