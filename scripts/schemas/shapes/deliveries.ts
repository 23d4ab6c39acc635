import { z } from "zod"

import { connection } from "./calls.js"
import { amount } from "./values.js"
import { deliveryStatuses } from "#src/messaging/wiring/tryDeliveries.js"

const says =
  "refused: inbound itself does not take a payload of zeros and may take its own, or the plug never sends and its sibling has no inbound. failed: it is not sent, or stopped before inbound. one-sided: the other side is not connected yet. unverified: a copy of a chain is missing, or does not say."

/** Messages that were tried over new connections, and undone. */
export const deliveries: z.ZodType = z
  .array(
    z.strictObject({
      ...connection,
      status: z.enum(deliveryStatuses).meta({ description: says }),
      fee: amount.nullable().meta({ description: "Of the source chain, in wei; null if it is not sent." }),
      reason: z.string().nullable(),
      notes: z.array(z.string()).meta({ description: "What was not checked on its way." }),
    }),
  )
  .meta({
    description: "A message over each new connection, and over the other direction of it, as far as that is there.",
  })
