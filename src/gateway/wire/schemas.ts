import { z } from "zod"

import { inEnvelope as inAnyEnvelope } from "../../http/parsing/inEnvelope.js"
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
import { readWholeNumber } from "../../primitives/readNumbers.js"
import type { FeesInfo, GatewayRequest, Payload } from "../types.js"
import { addressOrNull, countSchema, payloadSchema } from "./payloadSchema.js"
import type { DeployedAddresses, Forwarder, Timeout } from "../types.js"

const textOrNull = orNull(textSchema)

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

const listNames = ["Payloads", "writePayloads", "readPayloads"] as const

/** One request in a response of `/getDetailsByTxHash`, in either shape. Unknown keys are kept. */
export const requestSchema: z.ZodType<GatewayRequest> = z
  .looseObject({
    status: someTextSchema,
    requestCount: orNull(countSchema),
    Payloads: orNull(listOf(payloadSchema())),
    writePayloads: orNull(listOf(payloadSchema("write"))),
    readPayloads: orNull(listOf(payloadSchema("read"))),
    feesInfo: orNull(feesInfoSchema),
    feeInfo: orNull(feesInfoSchema),
  })
  .transform(({ Payloads, writePayloads, readPayloads, feesInfo, feeInfo, ...kept }) => ({
    ...kept,
    payloads: byBatch([...(Payloads ?? []), ...(writePayloads ?? []), ...(readPayloads ?? [])]),
    feesInfo: feesInfo ?? feeInfo,
  }))

// An entry that has none of the lists is in an unknown shape, and must not count as one without payloads.
const entrySchema: z.ZodType<GatewayRequest> = defineSchema((payload, context) => {
  const { value } = payload
  const isUnknown = isRecord(value) && !listNames.some((name) => Object.hasOwn(value, name))
  return isUnknown ? refuse(payload, "a list of payloads") : requestSchema._zod.run(payload, context)
})

/** A response of `/getDetailsByTxHash`. Empty while the gateway does not know the transaction. */
export const requestsSchema: z.ZodType<GatewayRequest[]> = inEnvelope(listOf(entrySchema))

/** One timeout in a response of `/timeout`. */
export const timeoutSchema: z.ZodType<Timeout> = z
  .looseObject({
    id: orNull(countSchema),
    timeoutId: someTextSchema,
    status: someTextSchema,
    target: addressOrNull,
    payload: orNull(hexSchema),
    executeAt: countSchema,
    executedAt: orNull(countSchema),
    isResolved: booleanSchema.nullish(),
    resolveTxHash: orNull(hexSchema),
    simulationStatus: textOrNull,
    revertString: textOrNull,
    originTxHash: orNull(hexSchema),
    createdAt: textOrNull,
    updatedAt: textOrNull,
  })
  .transform((wire) => ({ ...wire, isResolved: wire.isResolved ?? wire.status === "RESOLVED" }))

/** A response of `/timeout`: every matching timeout, in the order of the API. */
export const timeoutsSchema: z.ZodType<Timeout[]> = inEnvelope(listOf(timeoutSchema))

/** A response of `/getAddresses`, bare or in an envelope. */
export const deployedAddressesSchema: z.ZodType<DeployedAddresses> = inEnvelope(
  z.looseObject({
    onchain: z.looseObject({ chainSlug: slugSchema, deployedContract: addressOrNull }),
    offchain: z.looseObject({ forwarder: addressOrNull, contractId: textSchema }),
  }),
)

/** A response of `/getForwarderAddress`, bare or in an envelope. */
export const forwarderSchema: z.ZodType<Forwarder> = inEnvelope(
  z
    .looseObject({
      chainSlug: slugSchema,
      onChainAddress: addressSchema,
      forwarderAddress: addressOrNull,
      isDeployed: booleanSchema.nullish(),
    })
    .transform((wire) => ({ ...wire, isDeployed: wire.isDeployed ?? false })),
)

/** Responses of this API are known bare, in `response` or `result` of an envelope, and with `status` or `apiStatus` beside it. */
function inEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const status = {
    accepts: (value: unknown) => typeof value === "string" && !/^(ERROR|FAIL(ED|URE)?)$/i.test(value),
    expected: "a status of success",
  }
  return inAnyEnvelope(schema, { keys: ["response", "result"], beside: { status, apiStatus: status } })
}

/** Sorts payloads into the order in which they run, if the API gives their batches. */
function byBatch(payloads: readonly Payload[]): readonly Payload[] {
  const batches = payloads.map(({ batchCount }) => batchCount)
  if (batches.includes(null)) return payloads
  return [...payloads].sort((a, b) => Number(a.batchCount) - Number(b.batchCount))
}
