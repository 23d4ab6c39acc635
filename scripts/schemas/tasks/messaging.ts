import { z } from "zod"

import { safeFiles } from "../shapes/calls.js"
import { explanation } from "../shapes/explanation.js"
import { message, messageEnds, messageStep, sent } from "../shapes/messages.js"
import { address, amount, chain, chainTime, hash, hex, slug } from "../shapes/values.js"
import { error, pollingEvents, stepEvents, successfulEnd, type TaskOutputs } from "../taskSchema.js"
import { type MessageFees } from "#src/messaging/history/measureMessages.js"
import { type CoinPrice } from "#tasks/messaging/output/feeHistory.js"
import { type MessageRow } from "#tasks/messaging/output/messageTable.js"

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

const retried: z.ZodRawShape = {
  messageId: hex,
  from: chain,
  to: chain,
  account: address,
  status: z.enum(["executed", "executed before", "not sent"]).meta({
    description: "`not sent`: with --dry-run or --safe, because the question was answered with no, or for an error.",
  }),
  txHash: hash.nullable().meta({ description: "Where it was executed; null if that is not known, or it was not." }),
  blockNumber: amount.nullable(),
  right: z.enum(["own", "devnet", "granted"]).nullable().meta({
    description:
      "Why the account may execute. `own`: it may execute here. `devnet`: the executor of the devnet signs for it. `granted`: the owner of the execution manager was impersonated and granted it the role. null if it was executed before, or cannot be.",
  }),
  gasLimit: amount.nullable().meta({ description: "Gas for inbound." }),
  value: amount.nullable().meta({ description: "The native value that the message carries." }),
}

const messages = z.array(z.strictObject({ ...retried, account: address.nullable(), error: error.nullable() })).meta({
  description: "With --cause: each message that has not arrived for it. Its error is why it was not executed.",
})

const outputs: TaskOutputs = {
  "messaging-explain": { document: explanation },
  "messaging-fees": { document: [fees, history] },
  "messaging-list": {
    document: {
      messages: z.array(
        z.strictObject({
          messageId: hex,
          status: z.string().nullable(),
          ...messageEnds,
          outboundTx: hash,
          account: address.nullable(),
          sentAt: chainTime.nullable(),
        } satisfies Record<keyof MessageRow, z.ZodType>),
      ),
      searched: z.array(
        z.strictObject({
          srcChainSlug: slug,
          fromBlock: amount.nullable().meta({ description: "null with --from-store." }),
          toBlock: amount,
        }),
      ),
      problems: z.array(z.strictObject({ srcChainSlug: slug, says: z.string() })),
      disagreements: z.array(z.strictObject({ messageId: hex, delivered: z.string(), notDelivered: z.string() })),
    },
  },
  "messaging-retry": {
    document: [
      { ...retried, safeFiles },
      { cause: z.string(), messages, safeFiles },
    ],
  },
  "messaging-send": {
    document: {
      ...sent,
      txHash: hash.nullable().meta({ description: "null with --safe: nothing was sent, and `messages` is empty." }),
      safeFiles,
    },
    events: {
      sent: { ...sent, followedOn: z.enum(["api", "chains"]) },
      ...stepEvents(messageStep),
      ...pollingEvents,
      end: successfulEnd({ messages: z.array(message) }),
    },
  },
  "messaging-track": {
    events: {
      ...stepEvents(messageStep),
      ...pollingEvents,
      end: successfulEnd({
        messages: z.array(message),
        source: z.enum(["api", "chain", "both"]),
        finality: z
          .union([z.enum(["latest", "safe", "finalized"]), z.number().int()])
          .optional()
          .meta({ description: "With the source chain: what counts, or how many blocks must be above it." }),
        notVisible: z.array(z.string()).optional().meta({ description: "Statuses that leave no trace on a chain." }),
      }),
    },
  },
}

export default outputs
