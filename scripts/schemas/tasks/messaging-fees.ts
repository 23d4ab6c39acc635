import { z } from "zod"

import { address, amount, chain } from "../shapes/values.js"
import { error, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    srcPlug: address,
    from: chain,
    msgGasLimit: amount,
    payloadLength: z.int(),
    destinations: z.array(
      z.strictObject({
        to: chain,
        estimate: amount.nullable(),
        onChain: amount.nullable(),
        note: z.string().nullable(),
        differencePercent: z.string().nullable(),
        errors: z.array(error),
      }),
    ),
  },
}

export default output
