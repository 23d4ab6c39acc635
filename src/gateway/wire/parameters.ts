import type { Address, Hex } from "viem"

import {
  type Check,
  checkAddress,
  checkBytes32,
  checkHash,
  checkName,
  checkSlug,
  describeValue,
  optional,
} from "../../primitives/checks.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { payloadStates, type PayloadStatus } from "../states.js"

/** Checks for the parameters of `/getDetailsByTxHash`. */
export const transactionChecks: { readonly txHash: Check<Hex> } = { txHash: checkHash }

/** Checks for the parameters of `/payload`. */
export const payloadChecks: { readonly payloadId: Check<Hex> } = {
  payloadId: (value, argument) => checkBytes32(value, argument, "a payload id"),
}

/** Checks for the parameters of `/trigger`. */
export const triggerChecks: { readonly txHash: Check<Hex> } = { txHash: checkHash }

/** Checks for the parameters of `/timeout`. At least one is required: see {@link requireOne}. */
export const timeoutChecks: {
  readonly txHash: Check<Hex | undefined>
  readonly timeoutId: Check<string | undefined>
  readonly target: Check<Address | undefined>
} = {
  txHash: optional(checkHash),
  timeoutId: optional(checkTimeoutId),
  target: optional(checkAddress),
}

/** Checks for the parameters of `/getAddresses`. */
export const addressesChecks: {
  readonly appGatewayAddress: Check<Address>
  readonly contractId: Check<string>
  readonly chainSlug: Check<number>
} = { appGatewayAddress: checkAddress, contractId: checkContractId, chainSlug: checkSlug }

/** Checks for the parameters of `/getForwarderAddress`. */
export const forwarderChecks: { readonly onChainAddress: Check<Address>; readonly chainSlug: Check<number> } = {
  onChainAddress: checkAddress,
  chainSlug: checkSlug,
}

/**
 * Checks that at least one parameter is given.
 *
 * @throws {InvalidInputError} all parameters are absent
 */
export function requireOne<Parameters extends Readonly<Record<string, unknown>>>(parameters: Parameters): Parameters {
  if (Object.values(parameters).some((value) => value !== undefined)) return parameters
  const names = Object.keys(parameters)
  throw new InvalidInputError({ argument: names.join(", "), problem: "none is given", fix: "Give at least one." })
}

/** Checks the id of a timeout, which can be any text. */
export function checkTimeoutId(value: unknown, argument: string): string {
  return text(value, argument, "Use the timeoutId as the gateway logged it.")
}

/** Checks the id of an app gateway's contract: 32 bytes of hex, as `_createContractId` computes it from a name. */
export function checkContractId(value: unknown, argument: string): string {
  const given = text(value, argument, "Use the bytes32 that the app gateway has for the contract.")
  return given.startsWith("0x") ? checkBytes32(given, argument, "a contract id") : given
}

/** Checks the name of a payload state. */
export function checkPayloadStatus(value: unknown, argument: string): PayloadStatus {
  return checkName<PayloadStatus>(value, argument, { table: payloadStates, called: "a payload state" })
}

function text(value: unknown, argument: string, fix: string): string {
  if (typeof value === "string" && value.trim() !== "") return value.trim()
  throw new InvalidInputError({ argument, problem: `${describeValue(value)} is not an id`, fix })
}
