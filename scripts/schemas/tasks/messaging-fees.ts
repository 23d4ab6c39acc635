import { z } from "zod"

import { address, amount, chain } from "../shapes/values.js"
import { error, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
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
  },
}

export default output
