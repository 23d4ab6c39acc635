import { z } from "zod"

import { defineSchema, refuse } from "../../http/parsing/defineSchema.js"
import { listOf } from "../../http/parsing/listOf.js"
import {
  addressSchema,
  booleanSchema,
  field,
  hexSchema,
  orNull,
  slugSchema,
  someTextSchema,
  textSchema,
} from "../../http/schemas.js"
import { isRecord } from "../../primitives/isRecord.js"
import { readWholeNumber } from "../../primitives/numbers/readNumbers.js"
import type { FeesInfo, GatewayRequest, Payload } from "../types.js"
import { after, listOfReadable, orForeign, replaceOdd, takeForeign } from "./foreign.js"
import { inGatewayEnvelope } from "./inGatewayEnvelope.js"
import { inOrder, leaveOutRepeats } from "./leaveOutRepeats.js"
import { addressOrNull, countSchema, payloadSchema } from "./payloadSchema.js"
import { unreadable } from "./unreadable.js"
import type { DeployedAddresses, Forwarder, Timeout } from "../types.js"

const textOrNull = orNull(textSchema)
const text = orForeign(textOrNull)
const hex = orForeign(orNull(hexSchema))
const count = orForeign(orNull(countSchema))

// The amount is in whole tokens of unknown decimals, so it is kept as text.
const tokensSchema = field("an amount of tokens", (value) => {
  if (typeof value === "string") return value
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? String(value) : undefined
})

/** A slug, or the name of a chain. */
const feePoolChainSchema = field("a chain", (value) => {
  const slug = readWholeNumber(value, 2 ** 32 - 1)
  if (slug !== undefined) return slug
  return typeof value === "string" || Number.isFinite(value) ? (value as string | number) : undefined
})

const feesInfoSchema: z.ZodType<FeesInfo> = z.looseObject({
  feePoolChain: orNull(feePoolChainSchema),
  feePoolToken: textOrNull,
  maxFees: orNull(tokensSchema),
  fee: orNull(tokensSchema),
})

const listNames = ["Payloads", "payloads", "writePayloads", "readPayloads"] as const

const listedRequestSchema: z.ZodType<GatewayRequest> = z
  .looseObject({
    status: someTextSchema,
    requestCount: orForeign(orNull(countSchema)),
    openedBy: orForeign(textSchema.nullable()).optional(),
    Payloads: payloadsSchema(),
    payloads: payloadsSchema(),
    writePayloads: payloadsSchema("write"),
    readPayloads: payloadsSchema("read"),
    feesInfo: orForeign(orNull(feesInfoSchema)),
    feeInfo: orForeign(orNull(feesInfoSchema)),
  })
  .transform((parsed) => {
    const { Payloads, payloads, writePayloads, readPayloads, feesInfo, feeInfo, ...kept } = takeForeign(parsed)
    const lists = [writePayloads, readPayloads, Payloads, payloads]
    return {
      ...kept,
      payloads: eachOnce(lists.flatMap((list) => list ?? [])),
      feesInfo: feesInfo ?? feeInfo,
    }
  })

/**
 * One request in a response of `/getDetailsByTxHash`, in any shape or in several at once. A payload in several lists counts once. Unknown
 * keys are kept.
 */
export const requestSchema: z.ZodType<GatewayRequest> = defineSchema((payload, context) => {
  const { request, order } = leaveOutRepeats(payload.value)
  payload.value = request
  return after(listedRequestSchema._zod.run(payload, context), (parsed) => {
    if (parsed.issues.length > 0) return parsed
    const { payloads, ...kept } = parsed.value as GatewayRequest
    parsed.value = { ...kept, payloads: byBatch(order === undefined ? payloads : inOrder(payloads, order)) }
    return parsed
  })
})

function payloadsSchema(list?: Payload["kind"]): z.ZodType<Payload[] | null> {
  return orNull(listOfReadable(listOf(orForeign(payloadSchema(list)))))
}

// An entry that has none of the lists is in an unknown shape, and must not count as one without payloads.
const entrySchema: z.ZodType<GatewayRequest> = defineSchema((payload, context) => {
  const { value } = payload
  const isUnknown = isRecord(value) && !listNames.some((name) => Object.hasOwn(value, name))
  return isUnknown ? refuse(payload, "a list of payloads") : requestSchema._zod.run(payload, context)
})

/** A response of `/getDetailsByTxHash`. Empty while the gateway does not know the transaction. */
export const requestsSchema: z.ZodType<GatewayRequest[]> = inGatewayEnvelope(
  listOfReadable(listOf(orForeign(entrySchema))).transform((requests) =>
    replaceOdd(requests, (foreign) => ({
      status: unreadable,
      requestCount: null,
      payloads: [],
      feesInfo: null,
      foreign: [foreign],
    })),
  ),
)

/** One timeout in a response of `/timeout`. */
export const timeoutSchema: z.ZodType<Timeout> = z
  .looseObject({
    id: count,
    timeoutId: someTextSchema,
    status: someTextSchema,
    target: orForeign(addressOrNull),
    payload: hex,
    executeAt: countSchema,
    executedAt: count,
    isResolved: orForeign(booleanSchema.nullish()),
    resolveTxHash: hex,
    simulationStatus: text,
    revertString: text,
    originTxHash: hex,
    isGivenUp: orForeign(booleanSchema).optional(),
    createdAt: text,
    updatedAt: text,
  })
  .transform((parsed) => {
    const wire = takeForeign(parsed)
    return { ...wire, isResolved: wire.isResolved ?? wire.status === "RESOLVED" }
  })

/** A response of `/timeout`: every matching timeout, in the order of the API. */
export const timeoutsSchema: z.ZodType<Timeout[]> = inGatewayEnvelope(
  listOfReadable(listOf(orForeign(timeoutSchema))).transform((timeouts) =>
    replaceOdd(timeouts, (foreign) => ({
      ...noTimeout,
      timeoutId: `${unreadable} ${foreign.path}`,
      foreign: [foreign],
    })),
  ),
)

const noTimeout: Omit<Timeout, "timeoutId"> = {
  id: null,
  status: unreadable,
  target: null,
  payload: null,
  executeAt: 0,
  executedAt: null,
  isResolved: false,
  resolveTxHash: null,
  simulationStatus: null,
  revertString: null,
  originTxHash: null,
  createdAt: null,
  updatedAt: null,
}

/**
 * A response of `/getAddresses`, bare or in an envelope. An odd address is an error that names its field, because `null` would mean that
 * the contract is not deployed. Whoever waits for a deployment would wait in vain.
 */
export const deployedAddressesSchema: z.ZodType<DeployedAddresses> = inGatewayEnvelope(
  z
    .looseObject({
      onchain: z.looseObject({ chainSlug: slugSchema, deployedContract: addressOrNull }),
      offchain: z.looseObject({ forwarder: addressOrNull, contractId: textSchema }),
      requestTxHash: hex.optional(),
      requestedAt: count.optional(),
    })
    .transform(takeForeign),
)

/** A response of `/getForwarderAddress`, bare or in an envelope. An odd address is an error here, too. */
export const forwarderSchema: z.ZodType<Forwarder> = inGatewayEnvelope(
  z
    .looseObject({
      chainSlug: slugSchema,
      onChainAddress: addressSchema,
      forwarderAddress: addressOrNull,
      isDeployed: booleanSchema.nullish(),
    })
    .transform((wire) => ({ ...wire, isDeployed: wire.isDeployed ?? false })),
)

/** Sorts payloads into the order in which they run, if the API gives their batches. */
function byBatch(payloads: readonly Payload[]): readonly Payload[] {
  const batches = payloads.map(({ batchCount }) => batchCount)
  if (batches.includes(null)) return payloads
  return [...payloads].sort((a, b) => Number(a.batchCount) - Number(b.batchCount))
}

/** Leaves out what is in several lists. The list that says whether it is a read or a write comes first, and counts. */
function eachOnce(payloads: readonly Payload[]): Payload[] {
  return [
    ...new Map(payloads.toReversed().map((payload) => [payload.payloadId.toLowerCase(), payload])).values(),
  ].toReversed()
}
