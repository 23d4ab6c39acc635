import { z } from "zod"

import { addressSchema, checked, hexSchema, isRecord, orNull, querySchema, slugSchema } from "../../http/wire.js"
import { type Checked, checkUint256 } from "../../primitives/checks.js"
import type { Message } from "../types.js"
import { estimateMinFeesChecks, messagesFromTxChecks } from "./parameters.js"

/** What `/v1/messages-from-tx` is asked for, parsed. */
export type MessagesFromTxQuery = Checked<typeof messagesFromTxChecks>

/** What `/v1/estimate-min-fees` is asked for, parsed. */
export type EstimateMinFeesQuery = Checked<typeof estimateMinFeesChecks>

const executionDetailsSchema = z
  .looseObject({
    inboundStatus: z.string().min(1).nullish(),
    isExecuted: z.boolean().nullish(),
    executor: orNull(addressSchema),
    executionTxHash: orNull(hexSchema),
  })
  .nullish()
  .transform((wire) => {
    const inboundStatus = wire?.inboundStatus ?? "NOT_TRIED"
    const isExecuted = wire?.isExecuted ?? inboundStatus === "SUCCESS"
    return { executor: null, executionTxHash: null, ...wire, inboundStatus, isExecuted }
  })

/** One message of an answer. Keys that are not in the specification survive. */
export const messageSchema: z.ZodType<Message> = z.looseObject({
  status: z.string().min(1),
  messageId: hexSchema,
  packetId: orNull(hexSchema),
  from: z.looseObject({ srcChainSlug: slugSchema, srcPlug: addressSchema }),
  // The specification says dstChainSlug, a published script reads destChainSlug.
  to: z.preprocess(
    (to) => (isRecord(to) ? { ...to, dstChainSlug: to["dstChainSlug"] ?? to["destChainSlug"] } : to),
    z.looseObject({ dstChainSlug: slugSchema, destPlug: addressSchema }),
  ),
  outboundTx: hexSchema,
  packedMessage: orNull(hexSchema),
  inboundTx: orNull(hexSchema),
  executionDetails: executionDetailsSchema,
})

/**
 * An answer of `/v1/messages-from-tx` in every shape it may have: one message or an array of them, bare or as `result` of an
 * envelope. Always an array afterwards; null is an empty one.
 */
export const messagesSchema: z.ZodType<Message[]> = bareOrInEnvelope(
  z.union([z.array(messageSchema), z.null().transform(() => []), messageSchema.transform((message) => [message])]),
)

/** An answer of `/v1/estimate-min-fees`, in wei: decimal digits or an exact number, bare or as `result` of an envelope. */
export const minFeesSchema: z.ZodType<bigint> = bareOrInEnvelope(
  checked(checkUint256, "an amount in wei: decimal digits, or a number that is exact"),
)

/**
 * Parameters of `/v1/messages-from-tx`, as a query string gives them. A missing one is reported by its name.
 *
 * @example
 * messagesFromTxQuery.safeParse({ srcTxHash }).error?.issues[0]?.message // "missing field : srcChainSlug"
 */
export const messagesFromTxQuery: z.ZodType<MessagesFromTxQuery> = querySchema(messagesFromTxChecks)

/**
 * Parameters of `/v1/estimate-min-fees`, as a query string gives them. A missing one is reported by its name.
 *
 * @example
 * estimateMinFeesQuery.parse(query).msgGasLimit // 100000n
 */
export const estimateMinFeesQuery: z.ZodType<EstimateMinFeesQuery> = querySchema(estimateMinFeesChecks)

function bareOrInEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.union([schema, z.looseObject({ result: schema }).transform(({ result }) => result)])
}
