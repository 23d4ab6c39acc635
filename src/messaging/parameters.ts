import type { Address, Hex } from "viem"

import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { parseAddress } from "../primitives/address.js"
import { assertUint256 } from "../primitives/amount.js"
import { quote } from "../primitives/quote.js"
import { type MessageStatus, messageStates } from "./states.js"

/** Reads one parameter, as a caller or a query string gives it, or refuses it by name. */
export type Check<T> = (value: unknown, argument: string) => T

/** What a table of checks gives back. */
export type Checked<Checks> = { [Name in keyof Checks]: Checks[Name] extends Check<infer T> ? T : never }

/** Parameters of `/v1/messages-from-tx`. */
export const messagesFromTxChecks: { readonly srcChainSlug: Check<number>; readonly srcTxHash: Check<Hex> } = {
  srcChainSlug: checkSlug,
  srcTxHash: checkHash,
}

/** Parameters of `/v1/estimate-min-fees`. */
export const estimateMinFeesChecks: {
  readonly srcPlug: Check<Address>
  readonly srcChainSlug: Check<number>
  readonly dstChainSlug: Check<number>
  readonly msgGasLimit: Check<bigint>
  readonly payloadLength: Check<number>
} = {
  srcPlug: checkAddress,
  srcChainSlug: checkSlug,
  dstChainSlug: checkSlug,
  msgGasLimit: checkUint256,
  payloadLength: checkByteCount,
}

/** Reads every parameter of a table; the first bad one is the error. */
export function checkAll<Checks extends Readonly<Record<string, Check<unknown>>>>(
  checks: Checks,
  parameters: Readonly<Record<string, unknown>>,
): Checked<Checks> {
  const entries = Object.entries(checks).map(([name, check]) => [name, check(parameters[name], name)])
  return Object.fromEntries(entries) as Checked<Checks>
}

/** A chain slug: an unsigned 32-bit number, or its decimal digits. */
export function checkSlug(value: unknown, argument: string): number {
  return wholeNumber(value, argument, { max: 2 ** 32 - 1, called: "a chain slug" })
}

/** A number of bytes, or its decimal digits. */
export function checkByteCount(value: unknown, argument: string): number {
  return wholeNumber(value, argument, { max: Number.MAX_SAFE_INTEGER, called: "a number of bytes" })
}

/** A uint256: a bigint, its decimal digits, or a number as long as it is exact. */
export function checkUint256(value: unknown, argument: string): bigint {
  if (typeof value === "bigint") return assertUint256(value, argument)
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new InvalidInputError({
      argument,
      problem: `the number ${value} has lost its last digits`,
      fix: "Give a bigint or a decimal string.",
    })
  }
  const text = typeof value === "number" ? String(value) : value
  if (typeof text === "string" && /^\d{1,78}$/.test(text)) return assertUint256(BigInt(text), argument)
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is not a whole number`,
    fix: "Give a bigint or decimal digits, without sign, point or exponent.",
  })
}

/** The hash of a transaction. */
export function checkHash(value: unknown, argument: string): Hex {
  return bytes32(value, argument, "a transaction hash")
}

/** The id that a socket gave a message. */
export function checkMessageId(value: unknown, argument: string): Hex {
  return bytes32(value, argument, "a message id")
}

/** Packed parameters of a message. */
export function checkBytes32(value: unknown, argument: string): Hex {
  return bytes32(value, argument, "32 bytes of hex")
}

/** An address, which comes back checksummed. */
export function checkAddress(value: unknown, argument: string): Address {
  if (typeof value === "string") return parseAddress(value, argument)
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is not an address`,
    fix: "Give 0x followed by 40 hexadecimal digits, as a string.",
  })
}

/** The name of a state in the table of message states. */
export function checkState(value: unknown, argument: string): MessageStatus {
  if (typeof value === "string" && Object.hasOwn(messageStates, value)) return value as MessageStatus
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is not a state of a message`,
    fix: `Give one of ${Object.keys(messageStates).join(", ")}.`,
  })
}

function bytes32(value: unknown, argument: string, called: string): Hex {
  if (typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value)) return value.toLowerCase() as Hex
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is not ${called}`,
    fix: "Give 0x followed by 64 hexadecimal digits.",
  })
}

function wholeNumber(value: unknown, argument: string, { max, called }: { max: number; called: string }): number {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= max) return number
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is not ${called}`,
    fix: `Give a whole number from 0 to ${max}.`,
  })
}

function show(value: unknown): string {
  if (typeof value === "string") return quote(value)
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return quote(String(value))
  return "it"
}
