import { describeValue } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { excerpt } from "#src/primitives/text.js"

type Fields = Readonly<Record<string, unknown>>

/** A value of a file, and where it is. */
export type Placed<T = unknown> = { readonly value: T; readonly place: string }

/** A batch as a file has it, in whatever shape. Nothing of it is checked. */
export type WrittenBatch = {
  readonly json: Fields
  readonly place: string
  /** The chain by its name or slug. */
  readonly chain?: Placed | undefined
  readonly chainIds: readonly Placed[]
  /** Wherever the file can name who sends. */
  readonly senders: readonly Placed[]
  readonly calls: readonly Placed[]
  readonly notes: readonly string[]
}

/**
 * Recognizes the shape of a file before its fields are read: a file of Safe's transaction builder, a list of transactions, a transaction of Safe's
 * service or its list of them, a broadcast of Foundry, or several of these, in a list or by chain id.
 *
 * @throws {InvalidInputError} it is none of them
 */
export function recognizeBatches(json: unknown, place: string): WrittenBatch[] {
  if (Array.isArray(json)) return listed(json, place).flatMap((one) => recognizeEntry(one))
  if (!isRecord(json)) throw refuseShape(place, "it is no batch")
  const { transactions, deployments, results } = json
  if (transactions !== undefined) {
    const calls = listed(transactions, `${place}.transactions`)
    return calls.some(({ value }) => isRecord(value) && isRecord(value["transaction"]))
      ? calls.map((one) => broadcastOf(json, one))
      : [builderBatch(json, place, calls)]
  }
  // Of several chains, as Foundry and Safe's service have them.
  if (Array.isArray(deployments)) return recognizeBatches(deployments, `${place}.deployments`)
  if (Array.isArray(results)) return recognizeBatches(results, `${place}.results`)
  const entries = Object.entries(json)
  if (entries.length > 0 && entries.every(([key, value]) => /^\d+$/.test(key) && typeof value === "object")) {
    return entries.flatMap(([chainId, value]) => {
      const own = recognizeBatches(value, `${place}.${chainId}`)
      return own.map((batch) => ({ ...batch, chainIds: [...batch.chainIds, { value: chainId, place: batch.place }] }))
    })
  }
  if ("to" in json) return recognizeEntry({ value: json, place })
  throw refuseShape(
    place,
    `it is no batch: it has ${entries.map(([name]) => excerpt(name, 20)).join(", ") || "nothing"}`,
  )
}

function refuseShape(argument: string, problem: string): InvalidInputError {
  const fix =
    "Give a file of Safe's transaction builder or its service, a broadcast of Foundry, or a list of { chain, from, to, value, data }."
  return new InvalidInputError({ argument, problem, fix })
}

/** Lists what a file has many of. */
function listed(value: unknown, place: string): Placed[] {
  if (!Array.isArray(value) || value.length === 0) throw refuseShape(place, "it has no transactions")
  return value.map((one: unknown, index) => ({ value: one, place: `${place}[${index}]` }))
}

/** A transaction that says itself who sends it where, or a batch in a list. */
function recognizeEntry({ value, place }: Placed): WrittenBatch[] {
  if (!isRecord(value)) throw refuseShape(place, `${describeValue(value)} is no transaction`)
  if ("transactions" in value || Array.isArray(value["deployments"])) return recognizeBatches(value, place)
  const { chain, dataDecoded: decoded } = value
  const parameters =
    isRecord(decoded) && Array.isArray(decoded["parameters"]) ? (decoded["parameters"] as unknown[]) : []
  const types = parameters.map((parameter) => (isRecord(parameter) ? String(parameter["type"]) : ""))
  const call = isRecord(decoded) ? { ...value, signature: `${String(decoded["method"])}(${types.join(",")})` } : value
  const isNamed = typeof chain === "string" || typeof chain === "number"
  return [
    {
      ...{ json: value, place, calls: [{ value: call, place }], notes: [] },
      ...(isNamed ? { chain: { value: chain, place: `${place}.chain` } } : {}),
      chainIds: [{ value: value["chainId"], place: `${place}.chainId` }],
      senders: [
        { value: value["from"], place: `${place}.from` },
        { value: value["safe"], place: `${place}.safe` },
      ],
    },
  ]
}

function builderBatch(json: Fields, place: string, calls: readonly Placed[]): WrittenBatch {
  const holders = [
    { place: `${place}.meta`, own: isRecord(json["meta"]) ? json["meta"] : {} },
    { place, own: json },
  ]
  const named = (...names: readonly string[]): Placed[] =>
    names.flatMap((name) => holders.map((holder) => ({ value: holder.own[name], place: `${holder.place}.${name}` })))
  return {
    ...{ json, place, calls, notes: [] },
    chainIds: named("chainId").toReversed(),
    senders: named("createdFromSafeAddress", "safeAddress", "safe"),
  }
}

/** One transaction of a broadcast. Each is signed by itself. */
function broadcastOf(json: Fields, { value, place }: Placed): WrittenBatch {
  const sent = isRecord(value) && isRecord(value["transaction"]) ? value["transaction"] : undefined
  if (!isRecord(value) || sent === undefined) throw refuseShape(place, "it is no transaction of a broadcast")
  const { transactionType, contractAddress, function: signature } = value
  const creates = transactionType === "CREATE"
  const at = `${place}.transaction`
  const { to, value: amount, input, data = input } = sent
  const call = { to: creates ? contractAddress : to, value: amount, data, signature, creates }
  const isSent = Array.isArray(json["receipts"]) && json["receipts"].length > 0
  return {
    ...{ json, place, calls: [{ value: call, place: at }] },
    chainIds: [
      { value: sent["chainId"], place: `${at}.chainId` },
      { value: json["chain"], place: `${place}.chain` },
    ],
    senders: [{ value: sent["from"], place: `${at}.from` }],
    notes: isSent ? ["The broadcast has receipts: it was sent already."] : [],
  }
}
