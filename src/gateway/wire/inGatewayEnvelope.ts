import type { z } from "zod"

import { inEnvelope } from "../../http/parsing/inEnvelope.js"

/** Responses of this API are known bare, in `response` or `result` of an envelope, and with `status` or `apiStatus` beside it. */
export function inGatewayEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const status = {
    accepts: (value: unknown) => typeof value === "string" && !/^(ERROR|FAIL(ED|URE)?)$/i.test(value),
    expected: "a status of success",
  }
  return inEnvelope(schema, { keys: ["response", "result"], beside: { status, apiStatus: status } })
}
