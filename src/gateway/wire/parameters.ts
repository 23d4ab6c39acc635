import type { Address, Hex } from "viem"

import {
  type Check,
  checkAddress,
  checkBytes32,
  checkHash,
  checkName,
  checkSlug,
  optional,
  show,
} from "../../primitives/checks.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { type PayloadStatus, payloadStates } from "../states.js"

/** Parameters of `/getDetailsByTxHash`. */
export const transactionChecks: { readonly txHash: Check<Hex> } = { txHash: checkHash }

/** Parameters of `/timeout`, of which one at least is needed: {@link requireOne}. */
export const timeoutChecks: {
  readonly txHash: Check<Hex | undefined>
  readonly timeoutId: Check<string | undefined>
  readonly target: Check<Address | undefined>
} = {
  txHash: optional(checkHash),
  timeoutId: optional(checkTimeoutId),
  target: optional(checkAddress),
}

/** Parameters of `/getAddresses`. */
export const addressesChecks: {
  readonly appGatewayAddress: Check<Address>
  readonly contractId: Check<string>
  readonly chainSlug: Check<number>
} = { appGatewayAddress: checkAddress, contractId: checkContractId, chainSlug: checkSlug }

/** Parameters of `/getForwarderAddress`. */
export const forwarderChecks: { readonly onChainAddress: Check<Address>; readonly chainSlug: Check<number> } = {
  onChainAddress: checkAddress,
  chainSlug: checkSlug,
}

/** Refuses parameters of which every one is absent. */
export function requireOne<Parameters extends Readonly<Record<string, unknown>>>(parameters: Parameters): Parameters {
  if (Object.values(parameters).some((value) => value !== undefined)) return parameters
  const names = Object.keys(parameters)
  throw new InvalidInputError({ argument: names.join(", "), problem: "none is given", fix: "Give one at least." })
}

/** The id of a timeout, which is its own kind of text. */
export function checkTimeoutId(value: unknown, argument: string): string {
  return text(value, argument, "Give the timeoutId as the gateway logged it.")
}

/** The id of a contract of an app gateway: 32 bytes of hex, which `_createContractId` makes of a name. */
export function checkContractId(value: unknown, argument: string): string {
  const given = text(value, argument, "Give the bytes32 that the app gateway has for the contract.")
  return given.startsWith("0x") ? checkBytes32(given, argument, "a contract id") : given
}

/** The name of a state in the table of payload states. */
export function checkPayloadStatus(value: unknown, argument: string): PayloadStatus {
  return checkName<PayloadStatus>(value, argument, { table: payloadStates, called: "a state of a payload" })
}

function text(value: unknown, argument: string, fix: string): string {
  if (typeof value === "string" && value.trim() !== "") return value.trim()
  throw new InvalidInputError({ argument, problem: `${show(value)} is not an id`, fix })
}
