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

/** The parsed query of `/getDetailsByTxHash`. */
export type DetailsByTxHashQuery = Checked<typeof transactionChecks>

/** The parsed query of `/payload`. */
export type PayloadQuery = Checked<typeof payloadChecks>

/** The parsed query of `/trigger`. */
export type TriggerQuery = Checked<typeof triggerChecks>

/** The parsed query of `/timeout`. At least one parameter is given. */
export type TimeoutQuery = Checked<typeof timeoutChecks>

/** The parsed query of `/getAddresses`. */
export type AddressesQuery = Checked<typeof addressesChecks>

/** The parsed query of `/getForwarderAddress`. */
export type ForwarderAddressQuery = Checked<typeof forwarderChecks>

/**
 * The query string of `/getDetailsByTxHash`. A missing parameter is reported by its name.
 *
 * @example
 * detailsByTxHashQuery.safeParse({}).error?.issues[0]?.message // "missing field : txHash"
 */
export const detailsByTxHashQuery: z.ZodType<DetailsByTxHashQuery> = querySchema(transactionChecks)

/** The query string of `/payload`. */
export const payloadQuery: z.ZodType<PayloadQuery> = querySchema(payloadChecks)

/** The query string of `/trigger`. */
export const triggerQuery: z.ZodType<TriggerQuery> = querySchema(triggerChecks)

/**
 * The query string of `/timeout`. At least one parameter is required.
 *
 * @example
 * timeoutQuery.safeParse({}).error?.issues[0]?.message // "missing field : txHash, timeoutId or target"
 */
export const timeoutQuery: z.ZodType<TimeoutQuery> = z
  .object({
    txHash: ifGiven(checked(timeoutChecks.txHash)),
    timeoutId: ifGiven(checked(timeoutChecks.timeoutId)),
    target: ifGiven(checked(timeoutChecks.target)),
  })
  .refine((query) => Object.values(query).some((value) => value !== undefined), {
    error: "missing field : txHash, timeoutId or target",
  })

/** The query string of `/getAddresses`. */
export const addressesQuery: z.ZodType<AddressesQuery> = querySchema(addressesChecks)

/** The query string of `/getForwarderAddress`. */
export const forwarderAddressQuery: z.ZodType<ForwarderAddressQuery> = querySchema(forwarderChecks)
