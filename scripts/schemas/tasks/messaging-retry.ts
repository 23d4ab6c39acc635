import { z } from "zod"

import { safeFiles } from "../shapes/calls.js"
import { address, amount, chain, hash, hex } from "../shapes/values.js"
import { error, type TaskOutput } from "../taskSchema.js"

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

const output: TaskOutput = {
  document: [
    { ...retried, safeFiles },
    { cause: z.string(), messages, safeFiles },
  ],
}

export default output
