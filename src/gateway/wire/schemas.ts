import { z } from "zod"

import {
  addressSchema,
  checked,
  hexSchema,
  ifGiven,
  isRecord,
  orNull,
  querySchema,
  slugSchema,
} from "../../http/wire.js"
import type { Checked } from "../../primitives/checks.js"
import type { FeesInfo, GatewayRequest, Payload } from "../types.js"
import { addressesChecks, forwarderChecks, timeoutChecks, transactionChecks } from "./parameters.js"
import { addressOrNull, countSchema, payloadSchema } from "./payloadSchema.js"
import type { DeployedAddresses, Forwarder, Timeout } from "../types.js"

/** What `/getDetailsByTxHash` is asked for, parsed. */
export type DetailsByTxHashQuery = Checked<typeof transactionChecks>

/** What `/timeout` is asked for, parsed: one of the three at least. */
export type TimeoutQuery = Checked<typeof timeoutChecks>

/** What `/getAddresses` is asked for, parsed. */
export type AddressesQuery = Checked<typeof addressesChecks>

/** What `/getForwarderAddress` is asked for, parsed. */
export type ForwarderAddressQuery = Checked<typeof forwarderChecks>

const noFailure = z
  .string()
  .refine((status) => !/^(ERROR|FAIL(ED|URE)?)$/i.test(status), { error: "a status of success" })
  .nullish()

const textOrNull = orNull(z.string())

// A fraction of a token has no smallest unit here to be counted in, so it stays the text that it is.
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

/** One entry of an answer of `/getDetailsByTxHash`, in either shape. Keys that are in neither survive. */
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

/** An answer of `/getDetailsByTxHash`. Empty while the gateway knows nothing of the transaction. */
export const requestsSchema: z.ZodType<GatewayRequest[]> = inEnvelope(
  z.array(
    // An entry without any of the lists is not one without payloads, but one that we can't read.
    z
      .unknown()
      .refine((entry) => !isRecord(entry) || listNames.some((name) => name in entry), { error: "a list of payloads" })
      .pipe(requestSchema),
  ),
)

/** One record of an answer of `/timeout`. */
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

/** An answer of `/timeout`. Every record that matches, in the API's order. */
export const timeoutsSchema: z.ZodType<Timeout[]> = inEnvelope(z.array(timeoutSchema))

/** An answer of `/getAddresses`, bare or in an envelope. */
export const deployedAddressesSchema: z.ZodType<DeployedAddresses> = inEnvelope(
  z.looseObject({
    onchain: z.looseObject({ chainSlug: slugSchema, deployedContract: addressOrNull }),
    offchain: z.looseObject({ forwarder: addressOrNull, contractId: z.string() }),
  }),
)

/** An answer of `/getForwarderAddress`, bare or in an envelope. */
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

/**
 * Parameters of `/getDetailsByTxHash`, as a query string gives them. A missing one is reported by its name.
 *
 * @example
 * detailsByTxHashQuery.safeParse({}).error?.issues[0]?.message // "missing field : txHash"
 */
export const detailsByTxHashQuery: z.ZodType<DetailsByTxHashQuery> = querySchema(transactionChecks)

/**
 * Parameters of `/timeout`, as a query string gives them: one at least.
 *
 * @example
 * timeoutQuery.safeParse({}).error?.issues[0]?.message // "missing field : txHash, timeoutId or target"
 */
export const timeoutQuery: z.ZodType<TimeoutQuery> = z
  .object({
    txHash: ifGiven(checked(timeoutChecks.txHash)),
    timeoutId: ifGiven(checked(timeoutChecks.timeoutId)),
    target: ifGiven(checked(timeoutChecks.target)),
  })
  .refine((query) => Object.values(query).some((value) => value !== undefined), {
    error: "missing field : txHash, timeoutId or target",
  })

/** Parameters of `/getAddresses`, as a query string gives them. */
export const addressesQuery: z.ZodType<AddressesQuery> = querySchema(addressesChecks)

/** Parameters of `/getForwarderAddress`, as a query string gives them. */
export const forwarderAddressQuery: z.ZodType<ForwarderAddressQuery> = querySchema(forwarderChecks)

/** The API's answers have been seen with `response` around them, bare, and under either name of the envelope's status. */
function inEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const envelope = { status: noFailure, apiStatus: noFailure }
  return z.union([
    z.looseObject({ ...envelope, response: schema }).transform(({ response }) => response),
    z.looseObject({ ...envelope, result: schema }).transform(({ result }) => result),
    schema,
  ])
}

/** Where the API tells the batches, payloads stand in the order in which they run. */
function byBatch(payloads: readonly Payload[]): readonly Payload[] {
  const batches = payloads.map(({ batchCount }) => batchCount)
  if (batches.includes(null)) return payloads
  return [...payloads].sort((a, b) => Number(a.batchCount) - Number(b.batchCount))
}
