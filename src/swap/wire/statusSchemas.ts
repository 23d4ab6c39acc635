import { z } from "zod"

import { unlessOdd, withoutOddElements } from "../../http/parsing/leaveOut.js"
import { listOf } from "../../http/parsing/listOf.js"
import { anyAddressSchema, anyHashSchema, field, orNull, someTextSchema } from "../../http/schemas.js"
import { readWholeNumber } from "../../primitives/numbers/readNumbers.js"
import { routeStatusFromCode } from "../states.js"
import type { Refund, RouteStatus } from "../types.js"
import {
  chainIdSchema,
  outputSchema,
  routeDetailsSchema,
  textOrNull,
  timestampSchema,
  tokenAmountSchema,
} from "./fieldSchemas.js"
import { inEnvelope } from "./inEnvelope.js"

/** The name of a state, or the number that version 2 of the API used for it, which can come as text. */
const stateSchema: z.ZodType<string> = field("a status", (value) => {
  const code = readWholeNumber(value)
  if (code !== undefined) return routeStatusFromCode(code)
  return typeof value === "string" && value !== "" ? value : undefined
})

const refundSchema: z.ZodType<Refund> = z.looseObject({
  chainId: unlessOdd("chainId", orNull(chainIdSchema)),
  status: unlessOdd("status", orNull(stateSchema)),
  txHash: unlessOdd("txHash", orNull(anyHashSchema)),
  timestamp: unlessOdd("timestamp", timestampSchema),
})

const sideShape = {
  chainId: chainIdSchema,
  status: stateSchema,
  timestamp: unlessOdd("timestamp", timestampSchema),
}

const anything: z.ZodType = orNull(z.unknown())

/** The status of one route. Unknown keys are kept. */
export const routeStatusSchema: z.ZodType<RouteStatus> = z.looseObject({
  quoteId: someTextSchema,
  userOp: unlessOdd("userOp", textOrNull),
  status: stateSchema,
  statusCode: unlessOdd("statusCode", orNull(stateSchema)),
  isDestPayloadExecuted: anything,
  origin: z.looseObject({
    ...sideShape,
    // Never left out: a route whose transaction the API has named cannot expire unused.
    txHash: orNull(anyHashSchema),
    userAddress: unlessOdd("userAddress", orNull(anyAddressSchema)),
    input: listOrNone("input", tokenAmountSchema),
  }),
  destination: z.looseObject({
    ...sideShape,
    txHash: unlessOdd("txHash", orNull(anyHashSchema)),
    receiverAddress: unlessOdd("receiverAddress", orNull(anyAddressSchema)),
    output: listOrNone("output", outputSchema),
  }),
  routeDetails: unlessOdd("routeDetails", orNull(routeDetailsSchema)),
  refund: unlessOdd("refund", orNull(refundSchema)),
  quoteDetails: anything,
})

/** A response of `/v3/swap/status`. What it says of the route itself must be as specified. */
export const statusSchema: z.ZodType<RouteStatus> = answerWith(routeStatusSchema)

/** Creates the schema of a response of `/v3/swap/status` about one quote. A response about another quote is refused. */
export function statusSchemaOf(quoteId: string): z.ZodType<RouteStatus> {
  const isSame = (route: RouteStatus): boolean => route.quoteId.toLowerCase() === quoteId.toLowerCase()
  return answerWith(routeStatusSchema.refine(isSame, { error: `the quote ${quoteId}`, path: ["quoteId"] }))
}

function answerWith(route: z.ZodType<RouteStatus>): z.ZodType<RouteStatus> {
  return withoutOddElements(inEnvelope(route), () => Infinity)
}

function listOrNone<T>(name: string, schema: z.ZodType<T>): z.ZodType<T[]> {
  return unlessOdd(name, orNull(listOf(schema, name))).transform((list) => list ?? [])
}
