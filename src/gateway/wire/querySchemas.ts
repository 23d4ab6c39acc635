import type { z } from "zod"

import {
  addressesChecks,
  forwarderChecks,
  payloadChecks,
  timeoutChecks,
  transactionChecks,
  triggerChecks,
} from "./parameters.js"
import { querySchema } from "#src/http/schemas.js"
import type { Checked } from "#src/primitives/checks.js"

/** The query string of `/getDetailsByTxHash`. A missing parameter is reported by its name. */
export const detailsByTxHashQuery: z.ZodType<Checked<typeof transactionChecks>> = querySchema(transactionChecks)

export const payloadQuery: z.ZodType<Checked<typeof payloadChecks>> = querySchema(payloadChecks)

export const triggerQuery: z.ZodType<Checked<typeof triggerChecks>> = querySchema(triggerChecks)

/** The query string of `/timeout`. At least one parameter is required. */
export const timeoutQuery: z.ZodType<Checked<typeof timeoutChecks>> = querySchema(timeoutChecks, []).refine(
  (query) => Object.values(query).some((value) => value !== undefined),
  { error: "missing field : txHash, timeoutId or target" },
)

export const addressesQuery: z.ZodType<Checked<typeof addressesChecks>> = querySchema(addressesChecks)

export const forwarderAddressQuery: z.ZodType<Checked<typeof forwarderChecks>> = querySchema(forwarderChecks)
