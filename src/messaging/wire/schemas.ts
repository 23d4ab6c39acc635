import { z } from "zod"

import type { Message } from "../types.js"
import { answerSchema, type Envelope, lenient, lenientList } from "#src/http/parsing/answerSchema.js"
import {
  anyAddressSchema,
  anyHashSchema,
  booleanSchema,
  hexSchema,
  orNull,
  parsePart,
  slugSchema,
  someTextSchema,
  uint256Schema,
} from "#src/http/schemas.js"

// A message can be followed without the fields that are lenient.
const executionDetailsSchema = lenient(
  orNull(
    z.looseObject({
      inboundStatus: lenient(orNull(someTextSchema)),
      isExecuted: lenient(orNull(booleanSchema)),
      executor: lenient(orNull(anyAddressSchema)),
      executionTxHash: lenient(orNull(anyHashSchema)),
    }),
  ),
)

/** The specification has dstChainSlug, but a published script reads destChainSlug. The one that is there is named where it is wrong. */
const destinationSchema: z.ZodType<Message["to"]> = z
  .looseObject({ dstChainSlug: orNull(slugSchema), destPlug: anyAddressSchema })
  .transform((to, context) => {
    const { dstChainSlug, destChainSlug } = to
    if (dstChainSlug !== null) return { ...to, dstChainSlug }
    const name = destChainSlug === undefined ? "dstChainSlug" : "destChainSlug"
    return { ...to, dstChainSlug: parsePart(slugSchema, destChainSlug, context, name) }
  })

/** One message in a response. Unknown keys are kept. */
const messageSchema = z.looseObject({
  status: someTextSchema,
  messageId: hexSchema,
  packetId: lenient(orNull(anyHashSchema)),
  from: z.looseObject({ srcChainSlug: slugSchema, srcPlug: anyAddressSchema }),
  to: destinationSchema,
  outboundTx: anyHashSchema,
  packedMessage: lenient(orNull(anyHashSchema)),
  inboundTx: lenient(orNull(anyHashSchema)),
  executionDetails: executionDetailsSchema,
})

function withDefaults({ executionDetails, ...message }: z.output<typeof messageSchema>): Message {
  const inboundStatus = executionDetails?.inboundStatus ?? "NOT_TRIED"
  const isExecuted = executionDetails?.isExecuted ?? inboundStatus === "SUCCESS"
  return {
    ...message,
    executionDetails: { executor: null, executionTxHash: null, ...executionDetails, inboundStatus, isExecuted },
  }
}

const envelope: Envelope = { keys: ["result"], isEnvelope: ({ status }) => status === "SUCCESS" }

/**
 * A response of `/v1/messages-from-tx` in all of its shapes: one message or an array of messages, bare or as `result` of an envelope.
 * The result is always an array; null becomes an empty one.
 */
export const messagesSchema: z.ZodType<Message[]> = answerSchema(
  envelope,
  z.union([z.null().transform(() => []), messageSchema.transform((message) => [message]), lenientList(messageSchema)]),
  { count: (messages) => messages.length, finish: (messages) => messages.map(withDefaults) },
)

/** A response of `/v1/estimate-min-fees`, in wei: decimal digits or an exact number, bare or as `result` of an envelope. */
export const minFeesSchema: z.ZodType<bigint> = answerSchema(
  envelope,
  uint256Schema("an amount in wei: decimal digits, or a safe integer"),
)
