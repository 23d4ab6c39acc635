import { z } from "zod"

import { addressSchema, checked, hexSchema, orNull, slugSchema } from "../../http/schemas.js"
import { checkUint256 } from "../../primitives/checks.js"
import { isRecord } from "../../primitives/isRecord.js"
import type { Message } from "../types.js"

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

/** One message in a response. Unknown keys are kept. */
export const messageSchema: z.ZodType<Message> = z.looseObject({
  status: z.string().min(1),
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

/**
 * A response of `/v1/messages-from-tx` in all of its shapes: one message or an array of messages, bare or as `result` of an envelope.
 * The result is always an array; null becomes an empty one.
 */
export const messagesSchema: z.ZodType<Message[]> = bareOrInEnvelope(
  z.union([z.array(messageSchema), z.null().transform(() => []), messageSchema.transform((message) => [message])]),
)

/** A response of `/v1/estimate-min-fees`, in wei: decimal digits or an exact number, bare or as `result` of an envelope. */
export const minFeesSchema: z.ZodType<bigint> = bareOrInEnvelope(
  checked(checkUint256, "an amount in wei: decimal digits, or a safe integer"),
)

function bareOrInEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.union([schema, z.looseObject({ result: schema }).transform(({ result }) => result)])
}
