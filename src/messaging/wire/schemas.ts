import { z } from "zod"

import { defineSchema, type Payload } from "../../http/parsing/defineSchema.js"
import { inEnvelope } from "../../http/parsing/inEnvelope.js"
import { unlessOdd, withoutOddElements } from "../../http/parsing/leaveOut.js"
import { listOf } from "../../http/parsing/listOf.js"
import {
  anyAddressSchema,
  anyHashSchema,
  booleanSchema,
  hexSchema,
  orNull,
  slugSchema,
  someTextSchema,
  uint256Schema,
} from "../../http/schemas.js"
import { isRecord } from "../../primitives/isRecord.js"
import type { Message } from "../types.js"
import { noteUnread } from "./unreadMessages.js"

// A message can be followed without these.
const executionDetailsSchema = unlessOdd(
  "executionDetails",
  orNull(
    z.looseObject({
      inboundStatus: unlessOdd("inboundStatus", orNull(someTextSchema)),
      isExecuted: unlessOdd("isExecuted", orNull(booleanSchema)),
      executor: unlessOdd("executor", orNull(anyAddressSchema)),
      executionTxHash: unlessOdd("executionTxHash", orNull(anyHashSchema)),
    }),
  ),
).transform((wire) => {
  const inboundStatus = wire?.inboundStatus ?? "NOT_TRIED"
  const isExecuted = wire?.isExecuted ?? inboundStatus === "SUCCESS"
  return { executor: null, executionTxHash: null, ...wire, inboundStatus, isExecuted }
})

const plainDestinationSchema = z.looseObject({ dstChainSlug: slugSchema, destPlug: anyAddressSchema })

/** The specification has dstChainSlug, but a published script reads destChainSlug. The one that is there is named where it is wrong. */
const destinationSchema: z.ZodType<Message["to"]> = defineSchema((payload, context) => {
  const to = payload.value
  const other = isRecord(to) && (to["dstChainSlug"] ?? null) === null ? to["destChainSlug"] : undefined
  if (other === undefined) return plainDestinationSchema._zod.run(payload, context)
  payload.value = { ...(to as object), dstChainSlug: other }
  const parsed = plainDestinationSchema._zod.run(payload, { ...context, async: false }) as Payload
  for (const issue of parsed.issues) if (issue.path?.[0] === "dstChainSlug") issue.path[0] = "destChainSlug"
  return parsed
})

/** One message in a response. Unknown keys are kept. */
export const messageSchema: z.ZodType<Message> = z.looseObject({
  status: someTextSchema,
  messageId: hexSchema,
  packetId: unlessOdd("packetId", orNull(anyHashSchema)),
  from: z.looseObject({ srcChainSlug: slugSchema, srcPlug: anyAddressSchema }),
  to: destinationSchema,
  outboundTx: anyHashSchema,
  packedMessage: unlessOdd("packedMessage", orNull(anyHashSchema)),
  inboundTx: unlessOdd("inboundTx", orNull(anyHashSchema)),
  executionDetails: executionDetailsSchema,
})

const oneSchema = messageSchema.transform((message) => [message])

const severalSchema = listOf(messageSchema, "message")

const inMessagingEnvelope = <T>(schema: z.ZodType<T>): z.ZodType<T> =>
  inEnvelope(schema, { keys: ["result"], isEnvelope: ({ status }) => status === "SUCCESS" })

/**
 * A response of `/v1/messages-from-tx` in all of its shapes: one message or an array of messages, bare or as `result` of an envelope.
 * The result is always an array; null becomes an empty one.
 */
export const messagesSchema: z.ZodType<Message[]> = withoutOddElements(
  inMessagingEnvelope(
    defineSchema((payload, context) => {
      if (payload.value === null) payload.value = []
      else if (isRecord(payload.value)) return oneSchema._zod.run(payload, context)
      const count = Array.isArray(payload.value) ? payload.value.length : 0
      const settle = (parsed: Payload): Payload => {
        if (parsed.issues.length === 0) {
          const messages = parsed.value as Message[]
          noteUnread(messages, count - messages.length)
        }
        return parsed
      }
      const parsed = severalSchema._zod.run(payload, context)
      return parsed instanceof Promise ? parsed.then(settle) : settle(parsed)
    }),
  ),
  (messages) => messages.length,
)

/** A response of `/v1/estimate-min-fees`, in wei: decimal digits or an exact number, bare or as `result` of an envelope. */
export const minFeesSchema: z.ZodType<bigint> = inMessagingEnvelope(
  uint256Schema("an amount in wei: decimal digits, or a safe integer"),
)
