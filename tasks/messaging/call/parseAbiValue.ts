import type { AbiParameter, Hex } from "viem"

import { encodeInteroperableAddress } from "#src/messaging/onchain/standard/interoperableAddress.js"
import { encodeRelayAttribute } from "#src/messaging/onchain/standard/relayAttribute.js"
import { parseAddress } from "#src/primitives/address.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { wholeDigits } from "#src/primitives/numbers/amount.js"
import { inQuotes } from "#src/primitives/text.js"

type Context = {
  /** The name of the value in errors. */
  readonly argument: string
  /** Those whose names can stand for their slugs; `undefined` for a value that is not a person's, but a file's. */
  readonly chains: readonly ChainEntry[] | undefined
}

/**
 * Reads one value of a Solidity type from text. Lists and structs are JSON, whose numbers keep all their digits.
 *
 * @throws {InvalidInputError} the text does not fit the type
 * @example
 * parseAbiValue("[1, 2]", { type: "uint256[]" }, { argument: "amounts", chains }) // [1n, 2n]
 */
export function parseAbiValue(text: string, parameter: AbiParameter, context: Context): unknown {
  if (!isComposite(parameter)) return parseScalar(text, parameter.type, context)
  // A list of one, without the quotes in quotes that shells read differently.
  const only = parameter.type === "bytes[]" ? parseStandardBytes(text, context) : undefined
  if (only !== undefined) return [only]
  return parseComposite(parseJson(text, parameter, context), parameter, context)
}

function isComposite({ type }: AbiParameter): boolean {
  return type.endsWith("]") || type === "tuple"
}

function parseComposite(value: unknown, parameter: AbiParameter, context: Context): unknown {
  const list = /^(.*)\[(\d*)\]$/s.exec(parameter.type)
  if (list !== null) {
    const [, type = "", length = ""] = list
    if (!Array.isArray(value) || (length !== "" && value.length !== Number(length))) {
      throw refuse(JSON.stringify(value), parameter.type, context, "Write it as JSON, such as [1, 2].")
    }
    return value.map((entry: unknown) => parseElement(entry, { ...parameter, type }, context))
  }
  if (parameter.type === "tuple" && "components" in parameter) {
    const fields = parameter.components
    const values = Array.isArray(value) ? (value as unknown[]) : byName(value, fields)
    if (values?.length !== fields.length) {
      throw refuse(JSON.stringify(value), "struct", context, "Write it as a JSON list with one value for each field.")
    }
    const read = fields.map((field, index) => parseElement(values[index], field, context))
    // viem encodes a struct from an object if all its fields are named, and from an array otherwise.
    return fields.length > 0 && fields.every(({ name }) => name)
      ? Object.fromEntries(fields.map(({ name }, index) => [name, read[index]]))
      : read
  }
  return parseScalar(JSON.stringify(value), parameter.type, context)
}

function parseElement(value: unknown, parameter: AbiParameter, context: Context): unknown {
  if (isComposite(parameter)) return parseComposite(value, parameter, context)
  if (typeof value === "string" || typeof value === "boolean")
    return parseScalar(String(value), parameter.type, context)
  throw refuse(JSON.stringify(value), parameter.type, context, "Check the JSON.")
}

function byName(value: unknown, fields: readonly AbiParameter[]): unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined
  const entries = value as Record<string, unknown>
  return fields.every(({ name }) => name !== undefined && name in entries)
    ? fields.map(({ name = "" }) => entries[name])
    : undefined
}

function parseScalar(text: string, type: string, context: Context): unknown {
  const [, base = type, size = ""] = /^(u?int|bytes)(\d*)$/.exec(type) ?? []
  switch (base) {
    case "uint":
    case "int":
      return parseInteger(text, type, context)
    case "bytes":
      return parseBytes(text, size, type, context)
    case "address":
      return parseAddress(text, context.argument, { allowZero: true })
    case "bool":
      return parseFlag(text, context)
    case "string":
      return text
    default:
      throw refuse(text, type, context, "Send it from a script: a command line cannot express this type.")
  }
}

function parseFlag(text: string, context: Context): boolean {
  const isWord = context.chains === undefined ? /^(true|false|[01])$/i : /^(true|false)$/
  if (!isWord.test(text)) throw refuse(text, "bool", context, "Write true or false.")
  return /^(true|1)$/i.test(text)
}

function parseInteger(written: string, type: string, context: Context): bigint | number {
  const text = context.chains === undefined ? wholeDigits(written) : written
  const isNumber = /^-?(\d+|0x[0-9a-fA-F]+)$/.test(text)
  if (!isNumber && type === "uint32" && context.chains !== undefined)
    return findChain(context.chains, text, context.argument).slug
  if (!isNumber) throw refuse(text, type, context, "Write a whole number, decimal or hexadecimal with 0x.")
  const value = text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text)
  const bits = Number(/\d+/.exec(type)?.[0] ?? 256)
  const [lowest, highest] = type.startsWith("u")
    ? [0n, 2n ** BigInt(bits) - 1n]
    : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
  if (value < lowest || value > highest) {
    throw refuse(text, type, context, `Give a number from ${lowest} to ${highest}.`)
  }
  // As viem has it: types of up to 48 bits are numbers.
  return bits <= 48 ? Number(value) : value
}

function parseBytes(text: string, size: string, type: string, context: Context): string {
  const standard = size === "" ? parseStandardBytes(text, context) : undefined
  if (standard !== undefined) return standard
  const digits = /^0x((?:[0-9a-fA-F]{2})*)$/.exec(text)?.[1]
  if (digits === undefined || (size !== "" && digits.length !== Number(size) * 2)) {
    const length = size === "" ? "an even number of" : String(Number(size) * 2)
    throw refuse(text, type, context, `Write 0x and ${length} hexadecimal digits.`)
  }
  return text
}

function parseJson(text: string, { type }: AbiParameter, context: Context): unknown {
  try {
    return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
  } catch {
    throw refuse(text, type, context, "Write it as JSON, such as [1, 2], in quotes.")
  }
}

/** Keeps numbers as text, because most of Solidity's do not fit into JavaScript's. */
function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === "number" ? (source ?? String(value)) : value
}

function refuse(text: string, type: string, { argument }: Context, fix: string): InvalidInputError {
  const shown = type === "tuple" ? "struct" : type
  return new InvalidInputError({ argument, problem: `${inQuotes(text)} is not of type ${shown}`, fix })
}

/**
 * Reads what a gateway of ERC-7786 takes as bytes, and a person writes otherwise: an account on a chain by its name, or by its chain id where
 * its slug is another number, and the attribute `requestRelay` as a call, which delivers no value.
 *
 * @returns `undefined` if the text is none of these
 * @throws {InvalidInputError} no chain has the name, or an address is wrong
 * @example
 * parseStandardBytes("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE@optimism", context) // as encodeInteroperableAddress has it
 * parseStandardBytes("eip155:10:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", context) // the same
 * parseStandardBytes("requestRelay(0, 200000, 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE)", context) // as encodeRelayAttribute has it
 */
export function parseStandardBytes(text: string, { argument, chains }: Context): Hex | undefined {
  if (chains === undefined) return undefined
  const [, named, chain = ""] = /^(0x[0-9a-fA-F]{40})@(.+)$/.exec(text) ?? []
  if (named !== undefined) {
    const chainId = findChain(chains, chain, argument).slug
    return encodeInteroperableAddress({ chainId, address: parseAddress(named, argument) })
  }
  const [, chainId = "", account] = /^eip155:([1-9]\d{0,30}):(0x[0-9a-fA-F]{40})$/.exec(text) ?? []
  if (account !== undefined) {
    return encodeInteroperableAddress({ chainId: BigInt(chainId), address: parseAddress(account, argument) })
  }
  const relay = /^requestRelay\(\s*0\s*,\s*(\d{1,20})\s*,\s*(0x[0-9a-fA-F]{40})\s*\)$/
  const [, gasLimit = "", refund] = relay.exec(text) ?? []
  if (refund === undefined) return undefined
  return encodeRelayAttribute({ gasLimit: BigInt(gasLimit), refundRecipient: parseAddress(refund, argument) })
}
