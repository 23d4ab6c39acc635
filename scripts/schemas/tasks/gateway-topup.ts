import { z } from "zod"

import { address, amount, chain, hash } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    receiver: address,
    creditsBefore: amount,
    creditsAfter: amount,
    payment: z
      .strictObject({
        txHash: hash,
        approvals: z.array(hash).meta({ description: "The approvals that were sent first." }),
        chain,
        account: address.meta({ description: "The account that paid." }),
        token: address.nullable().meta({ description: "null: native currency of the gateway chain." }),
        amount,
        creditAmount: amount.meta({
          description: "Credits that were added. They have 18 decimals whatever the token's.",
        }),
        gasFee: amount.nullable().meta({ description: "In wei of the chain; null if its node does not say." }),
      })
      .nullable()
      .meta({ description: "null without --amount, which only shows the credits." }),
  },
}

export default output
