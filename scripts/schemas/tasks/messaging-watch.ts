import { z } from "zod"

import { address, at, chainTime, hash, hex, slug } from "../shapes/values.js"
import { successfulEnd, type TaskOutput } from "../taskSchema.js"

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
  txHash: hash,
  reachedAt: chainTime,
  at,
}

const output: TaskOutput = {
  events: { status: step, reorg: step, end: successfulEnd() },
}

export default output
