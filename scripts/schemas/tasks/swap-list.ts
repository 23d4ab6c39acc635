import { z } from "zod"

import { address, amount, at, chainId, hash } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"
import type { SwapRow } from "#extras/swap/tasks/output/SwapRow.js"

const output: TaskOutput = {
  document: {
    swaps: z.array(
      z.strictObject({
        quoteId: z.string(),
        status: z.string(),
        account: address,
        originChainId: chainId,
        destinationChainId: chainId,
        inputToken: address,
        outputToken: address,
        inputAmount: amount,
        txHash: hash.nullable(),
        at,
      } satisfies Record<keyof SwapRow, z.ZodType>),
    ),
    problems: z.array(z.strictObject({ file: z.string(), says: z.string() })),
  },
}

export default output
