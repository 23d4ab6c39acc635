import { type Address, type Client, type Hex, zeroHash } from "viem"
import { getChainId, readContract } from "viem/actions"
import {
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  type ParseAbi,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from "viem/utils"

import { valueIn } from "../delivery/inboundCall.js"
import type { OutboundMessage } from "../events.js"
import { encodeInteroperableAddress } from "./interoperableAddress.js"
import { relaySelector } from "./relayAttribute.js"
import { type FoundFunction, readFunction, type ReadFunctionParameters } from "#src/onchain/readFunction.js"

const gateway = [
  "function sendMessage(bytes recipient, bytes payload, bytes[] attributes) payable returns (bytes32 sendId)",
  "function relay(bytes32 sendId, address sender, bytes recipient, bytes payload, uint256 gasLimit, address refundRecipient) payable",
  "function requestRelay(bytes32 sendId, uint256 gasLimit, address refundRecipient) payable",
  "function link(uint32 siblingChainSlug, address siblingPlug, address switchboard, uint256 siblingChainId)",
  "function quote(bytes recipient, uint256 payloadSize, uint256 gasLimit) view returns (uint256)",
  "function quoteRelay(bytes recipient, bytes payload, bytes[] attributes, uint256 value, uint256 gasLimit, address refundRecipient) view returns (uint256)",
  "function supportsAttribute(bytes4 selector) view returns (bool)",
  "function receiveIdOf(uint256 chainId, address gateway, bytes32 sendId) view returns (bytes32)",
  "function isReceived(bytes32 receiveId) view returns (bool)",
  "function chainIdOf(uint32 chainSlug) view returns (uint256)",
  "function chainSlugOf(uint256 chainId) view returns (uint32)",
  "event MessageSent(bytes32 indexed sendId, bytes sender, bytes recipient, bytes payload, uint256 value, bytes[] attributes)",
  "event MessageRelayed(bytes32 indexed sendId, bytes32 indexed msgId, uint256 gasLimit)",
  "event Linked(uint256 indexed chainId, uint32 indexed chainSlug, address gateway)",
  "error AlreadyLinked(uint256 chainId, uint32 chainSlug)",
  "error IncompleteLink(uint256 chainId, address gateway)",
  "error OwnChain(uint256 chainId, uint32 chainSlug)",
  "error NotLinked(uint256 chainId)",
  "error InvalidRecipient(bytes recipient)",
  "error InvalidAttribute(bytes attribute)",
  "error RepeatedAttribute(bytes4 selector)",
  "error UnsupportedAttribute(bytes4 selector)",
  "error ValueNotDelivered(uint256 value)",
  "error UnusedValue(uint256 value)",
  "error UnknownMessage(bytes32 sendId)",
  "error AlreadyReceived(bytes32 receiveId)",
  "error TooLittleGas(uint256 gasLimit)",
  "error NotAccepted(address recipient, bytes answer)",
  "error AddressEmptyCode(address target)",
] as const

/** The functions, events and errors of `PlugsGateway`, which sends and receives messages of ERC-7786, besides those of every plug. */
export const gatewayAbi: ParseAbi<typeof gateway> = parseAbi(gateway)

/** A message of ERC-7786, as one gateway sends it to another in the payload of a message of the protocol. */
export type GatewayMessage = {
  /** Its number at the gateway that sent it. */
  readonly sendId: Hex
  readonly sender: Address
  readonly recipient: Address
  /** Gas that the recipient is promised. */
  readonly gasLimit: bigint
  readonly payload: Hex
}

const parameters = parseAbiParameters(
  "bytes32 sendId, address sender, address recipient, uint256 gasLimit, bytes payload",
)

/** Decodes the payload of a gateway's message; `undefined` for any other payload. */
export function decodeGatewayMessage(encoded: Hex): GatewayMessage | undefined {
  try {
    const values = decodeAbiParameters(parameters, encoded)
    if (encodeAbiParameters(parameters, values) !== encoded.toLowerCase()) return undefined
    const [sendId, sender, recipient, gasLimit, payload] = values
    return { sendId, sender, recipient, gasLimit, payload }
  } catch {
    return undefined
  }
}

export type CarriedAccount = {
  readonly chainId: bigint
  readonly address: Address
  /** Both, as ERC-7930 has them. */
  readonly encoded: Hex
}

/** A message of ERC-7786 on its way, as the gateway of its source chain says. */
export type CarriedMessage = Omit<GatewayMessage, "sender" | "recipient"> & {
  readonly sender: CarriedAccount
  readonly recipient: CarriedAccount
  /** The id that the recipient is given with it. */
  readonly receiveId: Hex
  /** Native value for the gateway of the destination, in wei. */
  readonly value: bigint
}

/**
 * Reads the message of ERC-7786 that a message of the protocol carries. Of a payload that has another form nothing is asked.
 *
 * @param src a client of the source chain
 * @returns `undefined` if it carries none, the plug that sent it is no gateway, as far as it says, or the node does not answer
 */
export async function readCarriedMessage(
  src: Client,
  message: Pick<OutboundMessage, "srcPlug" | "dstChainSlug" | "payload" | "executionParams">,
): Promise<CarriedMessage | undefined> {
  const carried = decodeGatewayMessage(message.payload)
  if (carried === undefined) return undefined
  const gateway = { abi: gatewayAbi, address: message.srcPlug } as const
  const answers = await Promise.all([
    readContract(src, { ...gateway, functionName: "supportsAttribute", args: [relaySelector] }),
    readContract(src, { ...gateway, functionName: "chainIdOf", args: [message.dstChainSlug] }),
    getChainId(src),
  ]).catch(() => undefined)
  if (answers === undefined) return undefined
  const [isGateway, dstChainId, srcChainId] = answers
  if (!isGateway || dstChainId === 0n) return undefined
  const account = (chainId: bigint, address: Address): CarriedAccount => {
    return { chainId, address, encoded: encodeInteroperableAddress({ chainId, address }) }
  }
  const id = [BigInt(srcChainId), message.srcPlug, carried.sendId] as const
  return {
    ...carried,
    sender: account(BigInt(srcChainId), carried.sender),
    recipient: account(dstChainId, carried.recipient),
    receiveId: keccak256(encodeAbiParameters(parseAbiParameters("uint256, address, bytes32"), id)),
    value: valueIn(message.executionParams),
  }
}

/** Reads what each of some messages of one chain carries, by their ids. */
export async function readCarriedMessages(
  src: Client,
  messages: readonly OutboundMessage[],
): Promise<ReadonlyMap<string, CarriedMessage>> {
  const read = await Promise.all(
    messages.map(async (message) => [message.messageId, await readCarriedMessage(src, message)] as const),
  )
  return new Map(read.flatMap(([id, carried]) => (carried === undefined ? [] : [[id, carried]])))
}

const recipientAbi = parseAbi(["function receiveMessage(bytes32 receiveId, bytes sender, bytes payload) payable"])
const receiveMessage = `receiveMessage(bytes32,bytes,bytes) (selector ${toFunctionSelector(recipientAbi[0])})`

/** Finds out whether a recipient has the function that the gateway of its chain calls. Throws the errors of viem if the node does not answer. */
export async function readRecipient(
  client: Client,
  {
    recipient,
    gateway,
    blockNumber,
  }: { readonly recipient: Address; readonly gateway: Address } & Pick<ReadFunctionParameters, "blockNumber">,
): Promise<FoundFunction> {
  const data = encodeFunctionData({ abi: recipientAbi, args: [zeroHash, "0x", "0x"] })
  return await readFunction(client, { address: recipient, from: gateway, data, blockNumber })
}

/** What a recipient does with a message, after its address, and what is to be done if not by its owner. */
export type Ending = { readonly says: string; readonly fix?: string }

/** Why a recipient can receive nothing, by its code; `undefined` if that is no reason, or not known. */
export function whyDeaf(code: FoundFunction | undefined): Ending | undefined {
  if (code?.hasCode === false) return endings.get("AddressEmptyCode")
  return code?.isThere === false ? { says: `has no function ${receiveMessage}`, fix: toAnother } : undefined
}

/** What the recipient of a gateway's message does, by the error with which `inbound` reverts, and by its code. */
export function whyNotReceived(errorName = "", code?: FoundFunction): Ending {
  const ending = endings.get(errorName)
  return (byRecipient.has(errorName) ? whyDeaf(code) : undefined) ?? ending ?? { says: "reverts" }
}

/** Errors that come of a recipient without the function: what it does not have ends in its fallback, if it has one. */
const byRecipient: ReadonlySet<string> = new Set(["FailedCall", "NotAccepted"])

const toAnother = "send the message to a contract that has it"

const endings: ReadonlyMap<string, Ending> = new Map([
  ["AlreadyReceived", { says: "has received it before", fix: "nothing: another delivery has brought it" }],
  ["AddressEmptyCode", { says: "has no code", fix: "send the message to a contract" }],
  ["NotAccepted", { says: `does not return the selector of ${receiveMessage}` }],
  ["FailedCall", { says: "reverts without a reason" }],
])

/** Describes a message of ERC-7786 as labels and what they say. Chains are called as `chains` has it. */
export function describeCarried(
  { sendId, receiveId, sender, recipient, gasLimit, value }: CarriedMessage,
  chains: { readonly src: string; readonly dst: string },
): readonly (readonly [label: string, says: string])[] {
  const account = ({ address, encoded }: CarriedAccount, chain: string): string => `${address} on ${chain} (${encoded})`
  const worth = value === 0n ? "no value" : `${value} wei`
  const number = BigInt(sendId).toLocaleString("en")
  return [
    ["ERC-7786", `message ${number} of the gateway, ${gasLimit.toLocaleString("en")} gas for the recipient, ${worth}`],
    ["sender", account(sender, chains.src)],
    ["recipient", account(recipient, chains.dst)],
    ["receive id", receiveId],
  ]
}
