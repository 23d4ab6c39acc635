import type { Address, Hex } from "viem"

import { payloadStates, type PayloadStatus } from "../states.js"
import {
  checkAddress,
  checkBytes32,
  checkHash,
  checkName,
  checkSlug,
  type ChecksOf,
  describeValue,
  optional,
  type Parsed,
} from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

export type Signal = { signal?: AbortSignal | undefined }

export type GetTransactionParameters = Signal & {
  /** A transaction on the gateway chain. */
  txHash: Hex
}

export type GetPayloadParameters = Signal & {
  /** 32 bytes of hex, as `getTransaction` returns them. */
  payloadId: Hex
}

export type GetTriggersParameters = Signal & {
  /** A transaction of the chain on which the plug called, not of the gateway chain. */
  txHash: Hex
}

/** Which timeouts to get. At least one of `txHash`, `timeoutId` and `target` is required. */
export type GetTimeoutsParameters = Signal & {
  /** The gateway transaction that scheduled the timeouts. */
  txHash?: Hex | undefined
  timeoutId?: string | undefined
  /** The contract that the timeouts call. */
  target?: Address | undefined
}

export type GetAddressesParameters = Signal & {
  appGatewayAddress: Address
  /** The app gateway's id for the contract: 32 bytes of hex. */
  contractId: string
  /** The chain that the contract is deployed to. */
  chainSlug: number
}

export type GetForwarderParameters = Signal & { onChainAddress: Address; chainSlug: number }

export const transactionChecks: ChecksOf<Parsed<GetTransactionParameters>> = { txHash: checkHash }

export const payloadChecks: ChecksOf<Parsed<GetPayloadParameters>> = {
  payloadId: (value, argument) => checkBytes32(value, argument, "a payload id"),
}

export const triggerChecks: ChecksOf<Parsed<GetTriggersParameters>> = { txHash: checkHash }

/** At least one is required: see {@link requireOne}. */
export const timeoutChecks: ChecksOf<Parsed<GetTimeoutsParameters>> = {
  txHash: optional(checkHash),
  timeoutId: optional(checkTimeoutId),
  target: optional(checkAddress),
}

export const addressesChecks: ChecksOf<Parsed<GetAddressesParameters>> = {
  appGatewayAddress: checkAddress,
  contractId: checkContractId,
  chainSlug: checkSlug,
}

export const forwarderChecks: ChecksOf<Parsed<GetForwarderParameters>> = {
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

export function checkPayloadStatus(value: unknown, argument: string): PayloadStatus {
  return checkName<PayloadStatus>(value, argument, { table: payloadStates, called: "a payload state" })
}

function text(value: unknown, argument: string, fix: string): string {
  if (typeof value === "string" && value.trim() !== "") return value.trim()
  throw new InvalidInputError({ argument, problem: `${describeValue(value)} is not an id`, fix })
}
