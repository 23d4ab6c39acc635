import type { ZodType } from "zod"

import { estimateMinFeesChecks, messagesFromTxChecks } from "./parameters.js"
import { querySchema } from "#src/http/schemas.js"
import { checkByteCount, type Checked, optional } from "#src/primitives/checks.js"

/** The published documentation leaves the length out of its example. */
const servedFeesChecks = { ...estimateMinFeesChecks, payloadLength: optional(checkByteCount) }

export type EstimateMinFeesQuery = Checked<typeof servedFeesChecks>

/** The query string of `/v1/messages-from-tx`. A missing parameter is reported by its name. */
export const messagesFromTxQuery: ZodType<Checked<typeof messagesFromTxChecks>> = querySchema(messagesFromTxChecks)

/** The query string of `/v1/estimate-min-fees`. A missing parameter is reported by its name. */
export const estimateMinFeesQuery: ZodType<EstimateMinFeesQuery> = querySchema(servedFeesChecks, [
  ...(["srcPlug", "srcChainSlug", "dstChainSlug", "msgGasLimit"] as const),
])
