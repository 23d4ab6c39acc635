import { z } from "zod"

import { address, amount, chainTime, hash, hex, slug } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"
import type { MessageRow } from "#tasks/messaging/output/messageTable.js"

const output: TaskOutput = {
  document: {
    messages: z.array(
      z.strictObject({
        messageId: hex,
        status: z.string().nullable(),
        srcChainSlug: slug,
        srcPlug: address,
        dstChainSlug: slug,
        dstPlug: address,
        outboundTx: hash,
        account: address.nullable(),
        sentAt: chainTime.nullable(),
      } satisfies Record<keyof MessageRow, z.ZodType>),
    ),
    searched: z.array(z.strictObject({ srcChainSlug: slug, fromBlock: amount, toBlock: amount })),
    problems: z.array(z.strictObject({ srcChainSlug: slug, says: z.string() })),
    disagreements: z.array(z.strictObject({ messageId: hex, delivered: z.string(), notDelivered: z.string() })),
  },
}

export default output
