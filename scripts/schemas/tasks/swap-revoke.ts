import { z } from "zod"

import { address, amount, hash } from "../shapes/values.js"
import { successfulEnd, type TaskOutput } from "../taskSchema.js"

const allowance = { chain: z.string(), account: address, token: address, spender: address, amount }

const output: TaskOutput = {
  events: {
    allowance,
    revoked: { ...allowance, txHash: hash },
    end: successfulEnd({ count: z.int() }),
  },
}

export default output
