import { z } from "zod"

import { routeStatusFromCode } from "../routeStatusFromCode.js"
import type { Refund, RouteStatus } from "../types.js"
import {
  chainIdSchema,
  outputSchema,
  routeDetailsSchema,
  swapAnswer,
  textOrNull,
  timestampSchema,
  tokenAmountSchema,
} from "./fieldSchemas.js"
import { lenient, lenientList, strict } from "#src/http/parsing/answerSchema.js"
import { anyAddressSchema, anyHashSchema, field, orNull, someTextSchema } from "#src/http/schemas.js"
import { readWholeNumber } from "#src/primitives/numbers/amount.js"

/** The name of a state, or the number that version 2 of the API used for it, which can come as text. */
const stateSchema: z.ZodType<string> = field("a status", (value) => {
  const code = readWholeNumber(value)
  if (code !== undefined) return routeStatusFromCode(code)
  return typeof value === "string" && value !== "" ? value : undefined
})

const refundSchema: z.ZodType<Refund> = z.looseObject({
  chainId: lenient(orNull(chainIdSchema)),
  status: lenient(orNull(stateSchema)),
  txHash: lenient(orNull(anyHashSchema)),
  timestamp: lenient(timestampSchema),
})

const sideShape = {
  chainId: chainIdSchema,
  status: stateSchema,
  timestamp: lenient(timestampSchema),
}

const anything: z.ZodType = orNull(z.unknown())

const lenientStatusSchema: z.ZodType<RouteStatus> = z.looseObject({
  quoteId: someTextSchema,
  userOp: lenient(textOrNull),
  status: stateSchema,
  statusCode: lenient(orNull(stateSchema)),
  isDestPayloadExecuted: anything,
  origin: z.looseObject({
    ...sideShape,
    // Never left out: a route whose transaction the API has named cannot expire unused.
    txHash: orNull(anyHashSchema),
    userAddress: lenient(orNull(anyAddressSchema)),
    input: listOrNone(tokenAmountSchema),
  }),
  destination: z.looseObject({
    ...sideShape,
    txHash: lenient(orNull(anyHashSchema)),
    receiverAddress: lenient(orNull(anyAddressSchema)),
    output: listOrNone(outputSchema),
  }),
  routeDetails: lenient(orNull(routeDetailsSchema)),
  refund: lenient(orNull(refundSchema)),
  quoteDetails: anything,
})

/** The status of one route. Unknown keys are kept. */
export const routeStatusSchema: z.ZodType<RouteStatus> = strict(lenientStatusSchema)

/** A response of `/v3/swap/status`. What it says of the route itself must be as specified. */
export const statusSchema: z.ZodType<RouteStatus> = swapAnswer(lenientStatusSchema)

/** Creates the schema of a response of `/v3/swap/status` about one quote. A response about another quote is refused. */
export function statusSchemaOf(quoteId: string): z.ZodType<RouteStatus> {
  const isSame = (route: RouteStatus): boolean => route.quoteId.toLowerCase() === quoteId.toLowerCase()
  return swapAnswer(lenientStatusSchema.refine(isSame, { error: `the quote ${quoteId}`, path: ["quoteId"] }))
}

function listOrNone<T>(schema: z.ZodType<T>): z.ZodType<T[]> {
  return lenient(
    orNull(lenientList(schema)).transform((list) => list ?? []),
    [],
  )
}
