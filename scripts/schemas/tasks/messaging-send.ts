import { z } from "zod"

import { message, messageStep, sent } from "../shapes/messages.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: sent,
  events: {
    sent: { ...sent, followedOn: z.enum(["api", "chains"]) },
    ...stepEvents(messageStep),
    ...pollingEvents,
    end: successfulEnd({ messages: z.array(message) }),
  },
}

export default output
