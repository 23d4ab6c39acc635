import { z } from "zod"

import { safeFiles } from "../shapes/calls.js"
import { message, messageStep, sent } from "../shapes/messages.js"
import { hash } from "../shapes/values.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    ...sent,
    txHash: hash.nullable().meta({ description: "null with --safe: nothing was sent, and `messages` is empty." }),
    safeFiles,
  },
  events: {
    sent: { ...sent, followedOn: z.enum(["api", "chains"]) },
    ...stepEvents(messageStep),
    ...pollingEvents,
    end: successfulEnd({ messages: z.array(message) }),
  },
}

export default output
