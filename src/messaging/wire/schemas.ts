import { z } from "zod"

import { defineSchema } from "../../http/parsing/defineSchema.js"
import { inEnvelope } from "../../http/parsing/inEnvelope.js"
import { listOf } from "../../http/parsing/listOf.js"
import {
  addressSchema,
  booleanSchema,
  hexSchema,
  orNull,
  slugSchema,
  someTextSchema,
  uint256Schema,
} from "../../http/schemas.js"
import { isRecord } from "../../primitives/isRecord.js"
import type { Message } from "../types.js"

const executionDetailsSchema = z
  .looseObject({
    inboundStatus: someTextSchema.nullish(),
    isExecuted: booleanSchema.nullish(),
    executor: orNull(addressSchema),
    executionTxHash: orNull(hexSchema),
  })
  .nullish()
  .transform((wire) => {
    const inboundStatus = wire?.inboundStatus ?? "NOT_TRIED"
    const isExecuted = wire?.isExecuted ?? inboundStatus === "SUCCESS"
    return { executor: null, executionTxHash: null, ...wire, inboundStatus, isExecuted }
  })

/** One message in a response. Unknown keys are kept. */
export const messageSchema: z.ZodType<Message> = z.looseObject({
  status: someTextSchema,
  messageId: hexSchema,
  packetId: orNull(hexSchema),
  from: z.looseObject({ srcChainSlug: slugSchema, srcPlug: addressSchema }),
  // The specification has dstChainSlug, but a published script reads destChainSlug.
  to: z.preprocess(
    (to) => (isRecord(to) ? { ...to, dstChainSlug: to["dstChainSlug"] ?? to["destChainSlug"] } : to),
    z.looseObject({ dstChainSlug: slugSchema, destPlug: addressSchema }),
  ),
  outboundTx: hexSchema,
  packedMessage: orNull(hexSchema),
  inboundTx: orNull(hexSchema),
  executionDetails: executionDetailsSchema,
})

const oneSchema = messageSchema.transform((message) => [message])

const severalSchema = listOf(messageSchema)

/**
 * A response of `/v1/messages-from-tx` in all of its shapes: one message or an array of messages, bare or as `result` of an envelope.
 * The result is always an array; null becomes an empty one.
 */
export const messagesSchema: z.ZodType<Message[]> = inEnvelope(
  defineSchema((payload, context) => {
    if (payload.value === null) payload.value = []
    else if (isRecord(payload.value)) return oneSchema._zod.run(payload, context)
    return severalSchema._zod.run(payload, context)
  }),
  { keys: ["result"] },
)

/** A response of `/v1/estimate-min-fees`, in wei: decimal digits or an exact number, bare or as `result` of an envelope. */
export const minFeesSchema: z.ZodType<bigint> = inEnvelope(
  uint256Schema("an amount in wei: decimal digits, or a safe integer"),
  { keys: ["result"] },
)
