import type { Hex } from "viem"

import { getAddress } from "viem/utils"
import { z } from "zod"

import { InvalidInputError } from "../primitives/InvalidInputError.js"
import type { Message } from "./message.js"
import {
  type Check,
  type Checked,
  checkSlug,
  checkUint256,
  estimateMinFeesChecks,
  messagesFromTxChecks,
} from "./parameters.js"

/** What `/v1/messages-from-tx` is asked for, parsed. */
export type MessagesFromTxQuery = Checked<typeof messagesFromTxChecks>

/** What `/v1/estimate-min-fees` is asked for, parsed. */
export type EstimateMinFeesQuery = Checked<typeof estimateMinFeesChecks>

const slugSchema = checked(checkSlug, "a chain slug")

const hexSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/, { error: "0x and hex digits" })
  .transform((text) => text.toLowerCase() as Hex)

// A server's spelling of an address says nothing about what it knows, so the checksum is made here and not checked.
const addressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: "an address" })
  .transform((text) => getAddress(text.toLowerCase()))

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

function querySchema<Checks extends Readonly<Record<string, Check<unknown>>>>(
  checks: Checks,
): z.ZodType<Checked<Checks>> {
  const shape = Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, required(name, check)]))
  return z.object(shape) as z.ZodType<Checked<Checks>>
}

function required<T>(name: string, check: Check<T>): z.ZodType<T> {
  return z
    .unknown()
    .refine((value) => value !== undefined && value !== "", { error: `missing field : ${name}`, abort: true })
    .pipe(checked(check))
}

/** Turns a check into a schema. The issue says what the check says, or what was expected. */
function checked<T>(check: Check<T>, expected?: string): z.ZodType<T> {
  const argument = "value"
  return z.unknown().transform((value, ctx) => {
    try {
      return check(value, argument)
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error
      // An issue has its path beside the message.
      ctx.addIssue({ code: "custom", message: expected ?? error.shortMessage.slice(`${argument}: `.length) })
      return z.NEVER
    }
  })
}

function bareOrInEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.union([schema, z.looseObject({ result: schema }).transform(({ result }) => result)])
}

/** What isn't known yet is left out, null or empty, by one server or another. */
function orNull<T extends string>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return z.preprocess((wire) => (wire === "" ? null : wire), schema.nullish()).transform((value) => value ?? null)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
