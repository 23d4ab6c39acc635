import { z } from "zod"

import { address, amount, chain, hash, hex } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    messageId: hex,
    from: chain,
    to: chain,
    account: address,
    status: z.enum(["executed", "executed before", "not sent"]).meta({
      description: "`not sent`: with --dry-run, or because the question was answered with no.",
    }),
    txHash: hash.nullable().meta({ description: "Where it was executed; null if that is not known, or it was not." }),
    blockNumber: amount.nullable(),
    right: z.enum(["own", "devnet", "granted"]).nullable().meta({
      description:
        "Why the account may execute. `own`: it may execute here. `devnet`: the executor of the devnet signs for it. `granted`: the owner of the execution manager was impersonated and granted it the role. null if it was executed before.",
    }),
    gasLimit: amount.nullable().meta({ description: "Gas for inbound." }),
    value: amount.nullable().meta({ description: "The native value that the message carries." }),
  },
}

export default output
