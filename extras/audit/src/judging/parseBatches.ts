import type { Address, Hex } from "viem"

import type { Batch, BatchCall, BatchChain } from "./Batch.js"
import { batchChecksum } from "#src/messaging/wiring/handover/createSafeBatches.js"
import { parseAddress } from "#src/primitives/address.js"
import { checkChainId, checkUint256, describeValue } from "#src/primitives/checks.js"
import { either, type ErrorText, text } from "#src/primitives/errorText.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { excerpt } from "#src/primitives/text.js"

/** What is needed to read a file of somebody else. */
export type BatchReading = {
  /** The name of the file in errors. */
  readonly argument: string
  /** Who sends what names no sender. */
  readonly from?: Address | undefined
  /** Finds a chain, by its name or slug, or by its chain id. Throws an InvalidInputError. */
  readonly chainOf: (reference: string | { readonly chainId: number }, argument: string) => BatchChain
  /** Encodes a method of the transaction builder with its values. Throws an InvalidInputError. */
  readonly encode: (method: unknown, values: unknown, argument: string) => Hex
}

/** More is no batch that a person can sign. */
export const maxCalls = 1_000

/**
 * Reads a batch, which is not trusted: a file of Safe's transaction builder, or a list of transactions, each with its chain and sender.
 *
 * @throws {InvalidInputError} it is neither; the error names the place, such as `batch.transactions[2].to`
 * @example
 * const batches = parseBatches(JSON.parse(text), { argument: "batch", chainOf: () => alpha, encode: refuseMethods })
 */
export function parseBatches(json: unknown, reading: BatchReading): Batch[] {
  const { argument, chainOf } = reading
  if (isDeep(json)) throw refuse(argument, "it is nested too deep", "Give a file as Safe writes it.")
  if (Array.isArray(json)) return list(json, argument).map((entry, index) => readOne(entry, `${argument}[${index}]`))
  if (!isRecord(json) || !("transactions" in json)) {
    throw refuse(argument, "it is no batch", "Give a file of Safe's transaction builder, or a list of transactions.")
  }
  const meta = isRecord(json["meta"]) ? json["meta"] : {}
  const safe = meta["createdFromSafeAddress"]
  const calls = list(json["transactions"], `${argument}.transactions`).map((entry, index) =>
    readCall(entry, `${argument}.transactions[${index}]`),
  )
  const chain = chainOf({ chainId: checkChainId(json["chainId"], `${argument}.chainId`) }, `${argument}.chainId`)
  const from = readSender(safe, `${argument}.meta.createdFromSafeAddress`)
  const { checksum, ...summed } = meta
  const isSame = checksum === undefined || checksum === batchChecksum({ ...json, meta: summed })
  const changed = "Its checksum is wrong: the file was changed after it was made."
  return [{ chain, from, calls, notes: isSame ? [] : [changed] }]

  function readOne(entry: unknown, place: string): Batch {
    const call = readCall(entry, place)
    const { chain: name, chainId, from } = entry as Record<string, unknown>
    const isNamed = typeof name === "string" || typeof name === "number"
    const found = isNamed
      ? chainOf(String(name), `${place}.chain`)
      : chainOf({ chainId: checkChainId(chainId, `${place}.chainId`) }, `${place}.chainId`)
    if (isNamed && chainId !== undefined && checkChainId(chainId, `${place}.chainId`) !== found.chainId) {
      throw refuse(`${place}.chainId`, `${found.name} has the chain id ${found.chainId}`, "Give one of the two.")
    }
    return { chain: found, from: readSender(from, `${place}.from`), calls: [call], notes: [] }
  }

  function readSender(value: unknown, place: string): Address {
    if (value === undefined || value === null || value === "") {
      if (reading.from !== undefined) return reading.from
      throw refuse(place, "it does not say who sends", text`${either("Pass it as from.", "Name it with --account.")}`)
    }
    return readAddress(value, place)
  }

  function readCall(entry: unknown, place: string): BatchCall {
    if (!isRecord(entry)) throw refuse(place, `${describeValue(entry)} is no transaction`, "Write { to, value, data }.")
    const { to, value = 0, data, operation = 0, contractMethod: method, contractInputsValues: values } = entry
    if (![0, 1, "0", "1"].includes(operation as number)) {
      throw refuse(`${place}.operation`, "it is no operation", "Write 0 for a call, or 1 for a delegatecall.")
    }
    const hasMethod = isRecord(method)
    const encode = (): Hex => reading.encode(method, values, `${place}.contractMethod`)
    const isData = data !== undefined && data !== null
    const given = isData ? readData(data, `${place}.data`) : hasMethod ? encode() : "0x"
    return {
      to: readAddress(to, `${place}.to`, true),
      value: readValue(value, `${place}.value`),
      data: given,
      operation: Number(operation) === 1 ? 1 : 0,
      ...(hasMethod && !isEncoded(encode, given) ? { claimed: excerpt(String(method["name"])) } : {}),
    }
  }
}

/** Deeper than any batch, so that nothing that follows it runs out of stack. */
function isDeep(value: unknown, left = 32): boolean {
  if (typeof value !== "object" || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1))
}

function isEncoded(encode: () => Hex, data: Hex): boolean {
  try {
    return encode() === data
  } catch (error) {
    if (error instanceof InvalidInputError) return false
    throw error
  }
}

function list(value: unknown, argument: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw refuse(argument, "it has no transactions", "Add one.")
  if (value.length <= maxCalls) return value
  throw refuse(argument, `it has ${value.length} transactions`, `Give at most ${maxCalls}.`)
}

function readAddress(value: unknown, argument: string, allowZero = false): Address {
  return parseAddress(typeof value === "string" ? value : describeValue(value), argument, { allowZero })
}

function readValue(value: unknown, argument: string): bigint {
  const isHex = typeof value === "string" && /^0x[0-9a-fA-F]{1,65}$/.test(value)
  return checkUint256(isHex ? BigInt(value) : value, argument)
}

function readData(value: unknown, argument: string): Hex {
  if (typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value.toLowerCase() as Hex
  throw refuse(argument, `${describeValue(value)} is no data`, "Give 0x and an even number of hexadecimal digits.")
}

function refuse(argument: string, problem: string, fix: ErrorText): InvalidInputError {
  return new InvalidInputError({ argument, problem, fix })
}
