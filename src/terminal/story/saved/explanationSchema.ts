import { z } from "zod"

import type { Explanation } from "../../../explaining/Explanation.js"

const long = z.string().max(10_000)
const list = <T extends z.ZodType>(element: T): z.ZodArray<T> => z.array(element).max(10_000)
const second = z.number().nullable()
const about = long.nullable()

/** A command as this package writes it. Anything else could be a command of somebody else, which the reader of a story would run. */
const command = long.regex(
  /^npx hardhat(?: (?:[\w.,:@=%+/-]+|"(?:[^"\\$`\p{C}]|\\["\\$`])*"))+$/u,
  "must be a command of hardhat, as explain prints it",
)

/** The document of `explain --json`, as hostile as any file. */
export const explanationSchema: z.ZodType<Explanation> = z.object({
  verdict: z.enum(["delivered", "waiting", "stuck", "failed", "unknown"]),
  subject: z.record(long, z.union([long, z.number()])),
  says: long,
  causes: list(
    z.object({
      name: long,
      certainty: z.enum(["certain", "likely", "possible"]),
      says: long,
      evidence: list(z.object({ source: long, says: long })),
      mend: z.object({ who: long, command: command.nullable() }).nullable(),
      about,
    }),
  ),
  items: list(z.object({ id: long, status: long, says: long, since: second })),
  events: list(
    z.object({
      at: second,
      place: long,
      blockNumber: z
        .string()
        .regex(/^\d{1,40}$/)
        .nullable()
        .transform((digits) => (digits === null ? null : BigInt(digits))),
      txHash: about,
      about,
      title: long,
      details: list(long),
    }),
  ),
})
