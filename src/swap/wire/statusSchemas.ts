import { z } from "zod"

import { listOf } from "../../http/parsing/listOf.js"
import { addressSchema, field, hexSchema, orNull, someTextSchema } from "../../http/schemas.js"
import { routeStatusFromCode } from "../states.js"
import type { Refund, RouteStatus } from "../types.js"
import {
  chainIdSchema,
  outputSchema,
  routeDetailsSchema,
  textOfNumberOrNull,
  textOrNull,
  timestampSchema,
  tokenAmountSchema,
} from "./fieldSchemas.js"
import { inEnvelope } from "./inEnvelope.js"

/** The name of a state, or the number that version 2 of the API used for it. */
const stateSchema: z.ZodType<string> = field("a status", (value) => {
  if (typeof value === "string") return value === "" ? undefined : value
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? routeStatusFromCode(value) : undefined
})

const refundSchema: z.ZodType<Refund> = z.looseObject({
  chainId: orNull(chainIdSchema),
  status: textOrNull,
  txHash: orNull(hexSchema),
  timestamp: timestampSchema,
})

const sideShape = {
  chainId: chainIdSchema,
  status: stateSchema,
  txHash: orNull(hexSchema),
  timestamp: timestampSchema,
}

const anything: z.ZodType = orNull(z.unknown())

/** The status of one route. Unknown keys are kept. */
export const routeStatusSchema: z.ZodType<RouteStatus> = z.looseObject({
  quoteId: someTextSchema,
  userOp: textOrNull,
  status: stateSchema,
  statusCode: textOfNumberOrNull,
  isDestPayloadExecuted: anything,
  origin: z.looseObject({
    ...sideShape,
    userAddress: orNull(addressSchema),
    input: listOrNone(tokenAmountSchema),
  }),
  destination: z.looseObject({
    ...sideShape,
    receiverAddress: orNull(addressSchema),
    output: listOrNone(outputSchema),
  }),
  routeDetails: orNull(routeDetailsSchema),
  refund: orNull(refundSchema),
  quoteDetails: anything,
})

/** A response of `/v3/swap/status`. */
export const statusSchema: z.ZodType<RouteStatus> = inEnvelope(routeStatusSchema)

/** Creates the schema of a response of `/v3/swap/status` about one quote. A response about another quote is refused. */
export function statusSchemaOf(quoteId: string): z.ZodType<RouteStatus> {
  return statusSchema.refine((route) => route.quoteId.toLowerCase() === quoteId.toLowerCase(), {
    error: `the status of quote ${quoteId}`,
  })
}

function listOrNone<T>(schema: z.ZodType<T>): z.ZodType<T[]> {
  return orNull(listOf(schema)).transform((list) => list ?? [])
}
