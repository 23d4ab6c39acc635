import { z } from "zod"

import { request, transactionSteps } from "../shapes/gateway.js"
import { hash } from "../shapes/values.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const requests = z.array(request)

const output: TaskOutput = {
  document: {
    txHash: hash,
    requests,
    opened: z
      .array(z.strictObject({ txHash: hash, payloadIds: z.array(z.string()), requests }))
      .meta({ description: "What the callbacks of these requests opened." }),
  },
  events: { ...stepEvents(...transactionSteps), ...pollingEvents, end: successfulEnd({ requests }) },
}

export default output
