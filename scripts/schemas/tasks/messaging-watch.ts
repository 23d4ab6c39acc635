import { z } from "zod"

import { release } from "../shapes/messages.js"
import { address, at, chainTime, hash, hex, milliseconds, slug } from "../shapes/values.js"
import { successfulEnd, type TaskOutput } from "../taskSchema.js"
import { alertKinds } from "#extras/watch/src/alerts/Alert.js"

const sequence = z.int().meta({ description: "Events that are printed again after a crash have the same numbers." })

const step: z.ZodRawShape = {
  sequence,
  status: z.string(),
  previousStatus: z.string().optional(),
  messageId: hex,
  srcChainSlug: slug,
  srcPlug: address,
  dstChainSlug: slug,
  dstPlug: address,
  outboundTx: hash,
  txHash: hash.meta({ description: "The transaction that brought the message to this status." }),
  reachedAt: chainTime,
  at,
}

const alert: z.ZodRawShape = {
  sequence,
  alert: z.string().meta({ description: "What an alert and its end have in common." }),
  kind: z.enum(alertKinds),
  says: z.string(),
  messageId: hex.optional(),
  srcChainSlug: slug.optional(),
  dstChainSlug: slug.optional(),
  outboundTx: hash.optional(),
  inboundTx: hash.optional(),
  cause: z.string().optional().meta({ description: "The first cause that messaging explain finds, by its name." }),
  next: z.string().optional(),
  release: release.optional().meta({ description: "The call that releases what is held, as it was when it was told." }),
  finality: z.union([z.string(), z.int()]).optional().meta({ description: "Which blocks counted." }),
  at,
}

const output: TaskOutput = {
  events: {
    ...{ status: step, reorg: step, alert, over: { ...alert, lasted: milliseconds } },
    trouble: { says: z.string() },
    end: successfulEnd({ inFlight: z.int(), delivered: z.int(), alerts: z.int() }),
  },
}

export default output
