import { z } from "zod"

import { checked, ifGiven, querySchema } from "../../http/schemas.js"
import type { Checked } from "../../primitives/checks.js"
import {
  addressesChecks,
  forwarderChecks,
  payloadChecks,
  timeoutChecks,
  transactionChecks,
  triggerChecks,
} from "./parameters.js"

/** The query string of `/getDetailsByTxHash`. A missing parameter is reported by its name. */
export const detailsByTxHashQuery: z.ZodType<Checked<typeof transactionChecks>> = querySchema(transactionChecks)

/** The query string of `/payload`. */
export const payloadQuery: z.ZodType<Checked<typeof payloadChecks>> = querySchema(payloadChecks)

/** The query string of `/trigger`. */
export const triggerQuery: z.ZodType<Checked<typeof triggerChecks>> = querySchema(triggerChecks)

/** The query string of `/timeout`. At least one parameter is required. */
export const timeoutQuery: z.ZodType<Checked<typeof timeoutChecks>> = z
  .object({
    txHash: ifGiven(checked(timeoutChecks.txHash)),
    timeoutId: ifGiven(checked(timeoutChecks.timeoutId)),
    target: ifGiven(checked(timeoutChecks.target)),
  })
  .refine((query) => Object.values(query).some((value) => value !== undefined), {
    error: "missing field : txHash, timeoutId or target",
  })

/** The query string of `/getAddresses`. */
export const addressesQuery: z.ZodType<Checked<typeof addressesChecks>> = querySchema(addressesChecks)

/** The query string of `/getForwarderAddress`. */
export const forwarderAddressQuery: z.ZodType<Checked<typeof forwarderChecks>> = querySchema(forwarderChecks)
