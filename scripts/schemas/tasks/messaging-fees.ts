import { z } from "zod"

import { address, amount, chain, slug } from "../shapes/values.js"
import { error, type TaskOutput } from "../taskSchema.js"
import type { MessageFees } from "#src/messaging/history/measureMessages.js"
import type { CoinPrice } from "#tasks/messaging/output/feeHistory.js"

const fees: z.ZodRawShape = {
  srcPlug: address,
  from: chain,
  msgGasLimit: amount.optional(),
  payloadLength: z.int().optional(),
  note: z.string().optional().meta({ description: "What the fees are for, and why sending may cost more." }),
  functionName: z.string().optional().meta({ description: "The function of --call." }),
  fee: amount.optional().meta({ description: "With --call: what sending costs, without gas." }),
  destinations: z.array(
    z.strictObject({
      to: chain,
      msgGasLimit: amount,
      payloadLength: z.int(),
      estimate: amount.nullable(),
      onChain: amount.nullable(),
      note: z.string().nullable(),
      differencePercent: z.string().nullable(),
      errors: z.array(error),
    }),
  ),
}

const spread = { known: z.int(), median: amount, p90: amount, worst: amount }

const figure = z
  .strictObject({
    ...spread,
    usd: z
      .strictObject({ median: z.number(), p90: z.number(), worst: z.number() })
      .nullable()
      .meta({ description: "The same in dollars; null if no price is known, and for gas." }),
  })
  .nullable()
  .meta({ id: "FeeFigure", description: "Nearest ranks of the messages of which it is known; null if it is of none." })

const history: z.ZodRawShape = {
  since: z.int().meta({ description: "Milliseconds since 1970: messages that were sent before are left out." }),
  forecast: z.int().optional().meta({ description: "For how many further messages --forecast asks." }),
  paths: z.array(
    z.strictObject({
      srcChainName: z.string(),
      srcChainSlug: slug,
      dstChainName: z.string(),
      dstChainSlug: slug,
      sent: z.int(),
      delivered: z.int().nullable(),
      measured: z.int(),
      fees: z.strictObject({
        ...({
          estimatedNow: figure,
          demanded: figure,
          demandedNow: figure,
          attached: figure,
          refunded: figure,
          paid: figure,
          gasUsed: figure,
          deliveryCost: figure,
        } satisfies Record<keyof MessageFees<unknown>, z.ZodType>),
        forecastByPast: figure.optional(),
        forecastByGas: figure.optional(),
      }),
    }),
  ),
  searched: z.array(z.strictObject({ chainSlug: slug, fromBlock: amount, toBlock: amount })),
  problems: z.array(
    z.strictObject({ chainSlug: slug.nullable().meta({ description: "null: the API." }), says: z.string() }),
  ),
  prices: z.array(
    z.strictObject({
      chain: z.string(),
      chainSlug: slug,
      symbol: z.string(),
      usd: z.number().nullable(),
      problem: z.string().nullable(),
    } satisfies Record<keyof CoinPrice, z.ZodType>),
  ),
}

const output: TaskOutput = { document: [fees, history] }

export default output
