import { z } from "zod"

import { timeout, timeoutAtItsEnd, timeoutStep } from "../shapes/gateway.js"
import { address, hash } from "../shapes/values.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    txHash: hash.optional(),
    timeoutId: z.string().optional(),
    target: address.optional(),
    timeouts: z.array(timeout),
  },
  events: {
    ...stepEvents(timeoutStep),
    ...pollingEvents,
    end: successfulEnd({ timeouts: z.array(timeoutAtItsEnd) }),
  },
}

export default output
