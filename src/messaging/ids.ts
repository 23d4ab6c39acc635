import type { Address, Hex } from "viem"
import {
  concat,
  encodeAbiParameters,
  getAddress,
  keccak256,
  numberToHex,
  parseAbiParameters,
  slice,
  toBytes,
} from "viem/utils"

/** The parts of a message id: `srcChainSlug << 224 | dstPlug << 64 | counter`. */
export type MessageIdParts = {
  readonly srcChainSlug: number
  readonly dstPlug: Address
  /** The source socket's `globalMessageCount` when the message was sent. */
  readonly counter: bigint
}

/** The parts of a packet id: `srcChainSlug << 224 | capacitor << 64 | packetCount`. */
export type PacketIdParts = {
  readonly srcChainSlug: number
  readonly capacitor: Address
  readonly packetCount: bigint
}

/** The parts of a message that its hash covers. */
export type PackedMessageParts = {
  readonly srcChainSlug: number
  readonly srcPlug: Address
  readonly dstChainSlug: number
  readonly dstPlug: Address
  readonly messageId: Hex
  readonly minMsgGasLimit: bigint
  readonly executionParams: Hex
  readonly executionFee: bigint
  readonly payload: Hex
}

/** The version of the protocol, which is part of what a transmitter signs. */
export const protocolVersion: Hex = keccak256(toBytes("IMLI"))

const packedMessageParameters = parseAbiParameters(
  "uint32 srcChainSlug, address srcPlug, uint32 dstChainSlug, address dstPlug, bytes32 msgId, uint256 minMsgGasLimit, bytes32 executionParams, uint256 executionFee, bytes payload",
)
const sealParameters = parseAbiParameters("bytes32 version, uint32 dstChainSlug, bytes32 packetId, bytes32 root")
const attestParameters = parseAbiParameters(
  "address switchboard, uint32 dstChainSlug, bytes32 packetId, uint256 proposalCount, bytes32 root",
)

export function packMessageId({ srcChainSlug, dstPlug, counter }: MessageIdParts): Hex {
  return packId(srcChainSlug, dstPlug, counter)
}

/**
 * Splits a message id into its parts. The inverse of `packMessageId`.
 *
 * @example
 * const { srcChainSlug, dstPlug, counter } = unpackMessageId(message.messageId)
 */
export function unpackMessageId(messageId: Hex): MessageIdParts {
  const { slug, address, count } = unpackId(messageId)
  return { srcChainSlug: slug, dstPlug: address, counter: count }
}

/** Computes the id of a packet. Each capacitor numbers its packets from 0. */
export function packPacketId({ srcChainSlug, capacitor, packetCount }: PacketIdParts): Hex {
  return packId(srcChainSlug, capacitor, packetCount)
}

/**
 * Splits a packet id into its parts. The inverse of `packPacketId`.
 *
 * @example
 * const { capacitor, packetCount } = unpackPacketId(packetId)
 */
export function unpackPacketId(packetId: Hex): PacketIdParts {
  const { slug, address, count } = unpackId(packetId)
  return { srcChainSlug: slug, capacitor: address, packetCount: count }
}

/** Hashes a message as sockets do. An executor signs it; with a single-message capacitor it is also the packet's root. */
export function hashPackedMessage(parts: PackedMessageParts): Hex {
  const { srcChainSlug, srcPlug, dstChainSlug, dstPlug, messageId } = parts
  const { minMsgGasLimit, executionParams, executionFee, payload } = parts
  const ends = [srcChainSlug, srcPlug, dstChainSlug, dstPlug, messageId] as const
  const values = [...ends, minMsgGasLimit, executionParams, executionFee, payload] as const
  return keccak256(encodeAbiParameters(packedMessageParameters, values))
}

/** What is signed of a packet. */
export type Packet = { readonly dstChainSlug: number; readonly packetId: Hex; readonly root: Hex }

/** Computes the digest that a transmitter signs, once to seal a packet and once to propose it. */
export function sealDigest({ dstChainSlug, packetId, root }: Packet): Hex {
  return keccak256(encodeAbiParameters(sealParameters, [protocolVersion, dstChainSlug, packetId, root]))
}

/** Computes the digest that a watcher signs to attest a proposal at a fast switchboard. */
export function attestDigest(parts: Packet & { readonly switchboard: Address; readonly proposalCount: bigint }): Hex {
  const { switchboard, dstChainSlug, packetId, proposalCount, root } = parts
  const values = [switchboard, dstChainSlug, packetId, proposalCount, root] as const
  return keccak256(encodeAbiParameters(attestParameters, values))
}

function packId(slug: number, address: Address, count: bigint): Hex {
  return concat([
    numberToHex(slug, { size: 4 }),
    getAddress(address),
    numberToHex(count, { size: 8 }),
  ]).toLowerCase() as Hex
}

function unpackId(id: Hex): { slug: number; address: Address; count: bigint } {
  return { slug: Number(slice(id, 0, 4)), address: getAddress(slice(id, 4, 24)), count: BigInt(slice(id, 24, 32)) }
}
