import type { AbiFunction, Address, Hex } from "viem"
import { toFunctionSelector } from "viem/utils"

import type { Batch, BatchCall, BatchChain, SafeTx } from "./Batch.js"
import { type Placed, recognizeBatches, type WrittenBatch } from "./batchShapes.js"
import { hashSafeTx } from "./readSafeHashes.js"
import { batchChecksum } from "#src/messaging/wiring/handover/createSafeBatches.js"
import { parseAddress, zeroAddress } from "#src/primitives/address.js"
import { checkChainId, checkHash, checkUint256, describeValue } from "#src/primitives/checks.js"
import { either, type ErrorText, text } from "#src/primitives/errorText.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { wholeDigits } from "#src/primitives/numbers/amount.js"
import { excerpt } from "#src/primitives/text.js"

/** What is needed to read a file of somebody else. */
export type BatchReading = {
  /** The name of the file in errors. */
  readonly argument: string
  /** Who sends what names no sender. */
  readonly from?: Address | undefined
  /** Those of the project. The hash of a Safe's transaction says which one it is for. */
  readonly chains?: readonly BatchChain[] | undefined
  /** Finds a chain, by its name or slug, or by its chain id. Throws an InvalidInputError. */
  readonly chainOf: (reference: string | { readonly chainId: number }, argument: string) => BatchChain
  /** Reads a method of the transaction builder; `undefined` if it stands for no data. Throws an InvalidInputError. */
  readonly methodOf: (method: unknown, argument: string) => AbiFunction | undefined
  /** Encodes a call of it, with values as the transaction builder keeps them. Throws an InvalidInputError. */
  readonly encode: (method: AbiFunction, values: unknown, argument: string) => Hex
}

type Proposed = { readonly safeTxHash: Hex; readonly safeTx: SafeTx }

/** More is no batch that a person can sign. */
export const maxCalls = 1_000

/**
 * Reads batches of a file, which is not trusted, in any of the shapes of `batchShapes.ts`.
 *
 * @throws {InvalidInputError} it is none; the error names the place, such as `batch.transactions[2].to`
 * @example
 * const batches = parseBatches(JSON.parse(text), { argument: "batch", chainOf: () => alpha, ...builderMethods })
 */
export function parseBatches(json: unknown, reading: BatchReading): Batch[] {
  const { argument, chainOf } = reading
  if (isDeep(json)) throw refuse(argument, "it is nested too deep", "Give a file as Safe writes it.")
  const batches = recognizeBatches(json, argument)
  const count = batches.reduce((sum, { calls }) => sum + calls.length, 0)
  if (count > maxCalls) throw refuse(argument, `it has ${count} transactions`, `Give at most ${maxCalls}.`)
  return batches.map((written) => {
    const { json: own, place } = written
    const { from, note } = readSender(written)
    const { checksum, ...summed } = isRecord(own["meta"]) ? own["meta"] : {}
    const isSame = checksum === undefined || checksum === batchChecksum({ ...own, meta: summed })
    const changed = "Its checksum is wrong: the file was changed after it was made."
    const calls = written.calls.map(readCall)
    const proposed = isGiven(own["safeTxHash"]) ? readProposed(own, place) : undefined
    return {
      ...{ chain: readChain(written, from, calls, proposed), from, calls },
      ...(proposed === undefined ? {} : { safeTx: proposed.safeTx }),
      notes: [...written.notes, ...note, ...(isSame ? [] : [changed])],
    }
  })

  function readChain(
    { place, chain, chainIds }: WrittenBatch,
    safe: Address,
    calls: readonly BatchCall[],
    proposed: Proposed | undefined,
  ): BatchChain {
    const ids = chainIds.filter(({ value }) => isGiven(value))
    const [call] = calls
    if (proposed !== undefined && call !== undefined) {
      // Safe's service says no chain, but what was signed is of one.
      const isSigned = (chainId: number | undefined): boolean =>
        hashSafeTx({ chainId, safe, call, fields: proposed.safeTx }).safeTxHash === proposed.safeTxHash
      const signed = (reading.chains ?? []).filter(({ chainId }) => isSigned(chainId))
      const at = `${place}.safeTxHash`
      if (signed.length === 0 && !isSigned(undefined))
        throw refuse(
          at,
          "it is the hash of other fields, or of a chain that the project has not",
          "Check each field of the file.",
        )
      if (ids.length === 0 && chain === undefined && signed[0] !== undefined) return signed[0]
    }
    const [first = { value: undefined, place: `${place}.chainId` }] = ids
    const numbered = ids.map((one) => ({ ...one, chainId: checkChainId(fromHex(one.value), one.place) }))
    const found =
      chain === undefined
        ? chainOf({ chainId: checkChainId(fromHex(first.value), first.place) }, first.place)
        : chainOf(String(chain.value), chain.place)
    const other = numbered.find(({ chainId }) => chainId !== found.chainId)
    if (other === undefined) return found
    throw refuse(other.place, `${found.name} has the chain id ${found.chainId}`, "Give one of the two.")
  }

  function readProposed(own: Readonly<Record<string, unknown>>, place: string): Proposed {
    const number = (name: string): bigint => readNumber(own[name] ?? 0, `${place}.${name}`)
    const account = (name: string): Address =>
      isGiven(own[name]) ? readAddress(own[name], `${place}.${name}`, true) : zeroAddress
    const gas = { safeTxGas: number("safeTxGas"), baseGas: number("baseGas"), gasPrice: number("gasPrice") }
    const paid = { gasToken: account("gasToken"), refundReceiver: account("refundReceiver"), nonce: number("nonce") }
    return { safeTxHash: checkHash(own["safeTxHash"], `${place}.safeTxHash`), safeTx: { ...gas, ...paid } }
  }

  function readSender({ senders, place }: WrittenBatch): { readonly from: Address; readonly note: readonly string[] } {
    const named = senders.filter(({ value }) => isGiven(value))
    const read = named.map(({ value, place: at }) => ({ from: readAddress(value, at), at }))
    const [first, ...more] = read
    const other = more.find(({ from }) => from !== first?.from)
    if (other !== undefined) {
      throw refuse(other.at, `it is another account than that of ${first?.at ?? ""}`, "Give one of the two.")
    }
    if (first !== undefined) {
      const isUsual = /\.(from|safe|meta\.createdFromSafeAddress)$/.test(first.at)
      const account = reading.from === undefined || reading.from === first.from ? undefined : reading.from
      const where = `Who sends it is named by ${first.at.slice(argument.length).replace(/^\./, "")}`
      if (account !== undefined) return { from: first.from, note: [`${where}, and not the given ${account}.`] }
      return { from: first.from, note: isUsual ? [] : [`${where}.`] }
    }
    if (reading.from !== undefined) return { from: reading.from, note: [] }
    const at = senders[0]?.place ?? place
    throw refuse(at, "it does not say who sends", text`${either("Pass it as from.", "Name it with --account.")}`)
  }

  function readCall({ value: entry, place }: Placed): BatchCall {
    if (!isRecord(entry)) throw refuse(place, `${describeValue(entry)} is no transaction`, "Write { to, value, data }.")
    const { to, value, data, contractMethod, contractInputsValues: values, signature, creates } = entry
    const operation = entry["operation"] ?? 0
    if (![0, 1, "0", "1"].includes(operation as number)) {
      throw refuse(`${place}.operation`, "it is no operation", "Write 0 for a call, or 1 for a delegatecall.")
    }
    const at = `${place}.contractMethod`
    const isData = isGiven(data)
    const readMethod = () => reading.methodOf(contractMethod ?? signature, at)
    // Beside data it is a claim, and may be anything.
    const method = isData ? tryOut(readMethod) : readMethod()
    const claim = isRecord(contractMethod) ? contractMethod["name"] : method && signature
    const encode = (): Hex => {
      const named = readMethod()
      return named === undefined ? "0x" : reading.encode(named, values, at)
    }
    const given = isData ? readData(data, `${place}.data`) : isGiven(claim) ? encode() : "0x"
    const isSelector = method !== undefined && given.startsWith(toFunctionSelector(method))
    const isSame = isGiven(values) || !isSelector ? tryOut(encode) === given : true
    return {
      to: readAddress(to, `${place}.to`, true),
      value: readNumber(value ?? 0, `${place}.value`),
      data: given,
      operation: Number(operation) === 1 ? 1 : 0,
      ...(creates === true ? { creates } : {}),
      ...(isGiven(claim) && !isSame ? { claimed: excerpt(String(claim)) } : {}),
      ...(isSelector && isSame ? { method } : {}),
    }
  }
}

/** Deeper than any batch, so that nothing that follows it runs out of stack. */
function isDeep(value: unknown, left = 32): boolean {
  if (typeof value !== "object" || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1))
}

/** A field that a file leaves empty in one of the ways of JSON. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ""
}

function tryOut<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
}

function readAddress(value: unknown, argument: string, allowZero = false): Address {
  if (typeof value === "string" && value !== "") return parseAddress(value, argument, { allowZero })
  const problem = isGiven(value) ? `${describeValue(value)} is not an address` : "it is missing"
  throw refuse(argument, problem, "Give 0x followed by 40 hexadecimal digits.")
}

function readNumber(value: unknown, argument: string): bigint {
  const isHex = typeof value === "string" && /^0x[0-9a-fA-F]{1,65}$/.test(value)
  return checkUint256(isHex ? BigInt(value) : typeof value === "string" ? wholeDigits(value) : value, argument)
}

function fromHex(value: unknown): unknown {
  return typeof value === "string" && /^0x[0-9a-fA-F]{1,13}$/.test(value) ? Number(value) : value
}

function readData(value: unknown, argument: string): Hex {
  if (typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value.toLowerCase() as Hex
  throw refuse(argument, `${describeValue(value)} is no data`, "Give 0x and an even number of hexadecimal digits.")
}

function refuse(argument: string, problem: string, fix: ErrorText): InvalidInputError {
  return new InvalidInputError({ argument, problem, fix })
}
