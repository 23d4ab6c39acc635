import { z } from "zod"

import { hash } from "./values.js"

const amountOfBlocks: z.ZodType = z.string().regex(/^\d+$/).nullable()

const chainSeconds: z.ZodType = z
  .number()
  .nullable()
  .meta({ description: "Seconds since 1970, by the clock of the place; null if it is unknown." })

const about: z.ZodType = z
  .string()
  .nullable()
  .meta({ description: "The id of the message or payload; null if it is about all of them." })

/** Why something has or has not arrived. */
export const explanation: z.ZodRawShape = {
  verdict: z.enum(["delivered", "waiting", "stuck", "failed", "unknown"]),
  subject: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .meta({ description: "The request: which message, gateway id or swap." }),
  says: z.string().meta({ description: "The verdict as one sentence. The wording can change." }),
  causes: z.array(
    z.strictObject({
      name: z.string().meta({ description: "Stable. docs/reference/causes.md lists them all." }),
      certainty: z.enum(["certain", "likely", "possible"]),
      says: z.string(),
      evidence: z.array(z.strictObject({ source: z.string(), says: z.string() })),
      mend: z
        .strictObject({
          who: z.string().meta({ description: "What fixes it, and by whom. The wording can change." }),
          command: z.string().nullable(),
          by: z.literal("others").optional().meta({ description: "Set if others than the user have to do it." }),
        })
        .nullable()
        .meta({ description: "How to fix it, and the command that does; null if nothing has to be done." }),
      about,
    }),
  ),
  items: z.array(z.strictObject({ id: z.string(), status: z.string(), says: z.string(), since: chainSeconds })),
  events: z.array(
    z.strictObject({
      at: chainSeconds,
      place: z.string(),
      blockNumber: amountOfBlocks,
      txHash: hash.nullable(),
      about,
      title: z.string(),
      details: z.array(z.string()),
    }),
  ),
}
