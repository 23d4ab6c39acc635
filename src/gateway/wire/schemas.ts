import { z } from "zod"

import { addressSchema, hexSchema, orNull, slugSchema } from "../../http/schemas.js"
import { isRecord } from "../../primitives/isRecord.js"
import type { FeesInfo, GatewayRequest, Payload } from "../types.js"
import { addressOrNull, countSchema, payloadSchema } from "./payloadSchema.js"
import type { DeployedAddresses, Forwarder, Timeout } from "../types.js"

const noFailure = z
  .string()
  .refine((status) => !/^(ERROR|FAIL(ED|URE)?)$/i.test(status), { error: "a status of success" })
  .nullish()

const textOrNull = orNull(z.string())

// The amount is in whole tokens of unknown decimals, so it is kept as text.
const tokensSchema = z.union([z.string(), z.number().nonnegative()], { error: "an amount of tokens" }).transform(String)

const feesInfoSchema: z.ZodType<FeesInfo> = z.looseObject({
  feePoolChain: orNull(
    z.union([z.number(), z.string()], { error: "a chain" }).transform((chain) => {
      const slug = slugSchema.safeParse(chain)
      return slug.success ? slug.data : chain
    }),
  ),
  feePoolToken: textOrNull,
  maxFees: orNull(tokensSchema),
  fee: orNull(tokensSchema),
})

const listNames = ["Payloads", "writePayloads", "readPayloads"] as const

/** One request in a response of `/getDetailsByTxHash`, in either shape. Unknown keys are kept. */
export const requestSchema: z.ZodType<GatewayRequest> = z
  .looseObject({
    status: z.string().min(1),
    requestCount: orNull(countSchema),
    Payloads: orNull(z.array(payloadSchema())),
    writePayloads: orNull(z.array(payloadSchema("write"))),
    readPayloads: orNull(z.array(payloadSchema("read"))),
    feesInfo: orNull(feesInfoSchema),
    feeInfo: orNull(feesInfoSchema),
  })
  .transform(({ Payloads, writePayloads, readPayloads, feesInfo, feeInfo, ...kept }) => ({
    ...kept,
    payloads: byBatch([...(Payloads ?? []), ...(writePayloads ?? []), ...(readPayloads ?? [])]),
    feesInfo: feesInfo ?? feeInfo,
  }))

/** A response of `/getDetailsByTxHash`. Empty while the gateway does not know the transaction. */
export const requestsSchema: z.ZodType<GatewayRequest[]> = inEnvelope(
  z.array(
    // An entry that has none of the lists is in an unknown shape, and must not count as one without payloads.
    z
      .unknown()
      .refine((entry) => !isRecord(entry) || listNames.some((name) => name in entry), { error: "a list of payloads" })
      .pipe(requestSchema),
  ),
)

/** One timeout in a response of `/timeout`. */
export const timeoutSchema: z.ZodType<Timeout> = z
  .looseObject({
    id: orNull(countSchema),
    timeoutId: z.string().min(1),
    status: z.string().min(1),
    target: addressOrNull,
    payload: orNull(hexSchema),
    executeAt: countSchema,
    executedAt: orNull(countSchema),
    isResolved: z.boolean().nullish(),
    resolveTxHash: orNull(hexSchema),
    simulationStatus: textOrNull,
    revertString: textOrNull,
    originTxHash: orNull(hexSchema),
    createdAt: textOrNull,
    updatedAt: textOrNull,
  })
  .transform((wire) => ({ ...wire, isResolved: wire.isResolved ?? wire.status === "RESOLVED" }))

/** A response of `/timeout`: every matching timeout, in the order of the API. */
export const timeoutsSchema: z.ZodType<Timeout[]> = inEnvelope(z.array(timeoutSchema))

/** A response of `/getAddresses`, bare or in an envelope. */
export const deployedAddressesSchema: z.ZodType<DeployedAddresses> = inEnvelope(
  z.looseObject({
    onchain: z.looseObject({ chainSlug: slugSchema, deployedContract: addressOrNull }),
    offchain: z.looseObject({ forwarder: addressOrNull, contractId: z.string() }),
  }),
)

/** A response of `/getForwarderAddress`, bare or in an envelope. */
export const forwarderSchema: z.ZodType<Forwarder> = inEnvelope(
  z
    .looseObject({
      chainSlug: slugSchema,
      onChainAddress: addressSchema,
      forwarderAddress: addressOrNull,
      isDeployed: z.boolean().nullish(),
    })
    .transform((wire) => ({ ...wire, isDeployed: wire.isDeployed ?? false })),
)

/** Responses of this API are known bare, in `response` or `result` of an envelope, and with `status` or `apiStatus` beside it. */
function inEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const envelope = { status: noFailure, apiStatus: noFailure }
  return z.union([
    z.looseObject({ ...envelope, response: schema }).transform(({ response }) => response),
    z.looseObject({ ...envelope, result: schema }).transform(({ result }) => result),
    schema,
  ])
}

/** Sorts payloads into the order in which they run, if the API gives their batches. */
function byBatch(payloads: readonly Payload[]): readonly Payload[] {
  const batches = payloads.map(({ batchCount }) => batchCount)
  if (batches.includes(null)) return payloads
  return [...payloads].sort((a, b) => Number(a.batchCount) - Number(b.batchCount))
}
