import type { Address, Client, Hex } from "viem"
import { readContract } from "viem/actions"
import { decodeAbiParameters, decodeFunctionData, encodeAbiParameters, parseAbiParameters } from "viem/utils"

import { plugAbi } from "../abi.js"
import { gatewayAbi } from "./gatewayAbi.js"
import { relaySelector } from "./relayAttribute.js"

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

/** Decodes the payload of a gateway's message; `undefined` if it is none. */
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

/** Reads the message of ERC-7786 in a call of `inbound`; `undefined` if the plug is no gateway, as far as it says. */
export async function readGatewayMessage(
  client: Client,
  { to, data }: { readonly to: Address; readonly data: Hex },
): Promise<GatewayMessage | undefined> {
  const call = decodeFunctionData({ abi: plugAbi, data })
  const message = call.functionName === "inbound" ? decodeGatewayMessage(call.args[1]) : undefined
  if (message === undefined) return undefined
  const question = { abi: gatewayAbi, functionName: "supportsAttribute", args: [relaySelector] } as const
  const isGateway = await readContract(client, { ...question, address: to }).catch(() => false)
  return isGateway ? message : undefined
}

/** What the recipient of a gateway's message does, by the error with which `inbound` reverts, and what is to be done if not by its owner. */
export function whyNotReceived(errorName = ""): { readonly says: string; readonly fix?: string } {
  return endings.get(errorName) ?? { says: "reverts" }
}

const endings: ReadonlyMap<string, { readonly says: string; readonly fix?: string }> = new Map([
  ["AlreadyReceived", { says: "has received it before", fix: "nothing: another delivery has brought it" }],
  ["AddressEmptyCode", { says: "has no code", fix: "send the message again, to a contract" }],
  ["NotAccepted", { says: "does not return the selector of receiveMessage" }],
  ["FailedCall", { says: "reverts without a reason" }],
])
