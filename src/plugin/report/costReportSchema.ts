import { z } from "zod"

import type { CostReport } from "./costReport.js"

const figure = z
  .string()
  .regex(/^\d{1,78}$/, "expected decimal digits")
  .meta({ description: "Decimal digits: wei, gas, or credits with 18 decimals." })

const spread = z.strictObject({ min: figure, median: figure, max: figure, count: z.int().positive() }).meta({
  id: "Spread",
  description: "The smallest, the middle and the largest of some figures, and how many there are.",
})

const named = { contract: z.string(), functionName: z.string() }

/** The file that `--plugs-report-json` writes and `--plugs-report-compare` reads. */
export const costReportSchema: z.ZodType<CostReport> = z.strictObject({
  schemaVersion: z.literal(1),
  messages: z.array(
    z.strictObject({
      ...named,
      fee: spread.meta({ description: "Of each message, in wei." }),
      outboundGas: spread
        .nullable()
        .meta({ description: "Of each transaction that sent messages; null if inbound sent them." }),
      inboundGas: spread
        .nullable()
        .meta({ description: "Of the call of inbound itself; null if no message was delivered." }),
      inboundAtMost: z
        .strictObject({ gasUsed: figure, gasLimit: figure, share: z.number().nonnegative() })
        .nullable()
        .meta({ description: "The delivery that used the largest part of its gas limit: a share of 0.24 is 24 %." }),
    }),
  ),
  requests: z.array(
    z.strictObject({ ...named, credits: spread.meta({ description: "Charged for each completed request." }) }),
  ),
})
