import { z } from "zod"

import { address, chainTime, hash } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"
import type { TransactionRow } from "#tasks/gateway/output/transactionTable.js"

const output: TaskOutput = {
  document: {
    transactions: z.array(
      z.strictObject({
        txHash: hash,
        status: z.string().nullable(),
        appGateway: address,
        payloadCount: z.int(),
        sentAt: chainTime.nullable(),
      } satisfies Record<keyof TransactionRow, z.ZodType>),
    ),
  },
}

export default output
