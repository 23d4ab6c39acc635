import { z } from "zod"

import { message, messageStep } from "../shapes/messages.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  events: {
    ...stepEvents(messageStep),
    ...pollingEvents,
    end: successfulEnd({
      messages: z.array(message),
      source: z.enum(["api", "chain", "both"]),
      finality: z
        .union([z.enum(["latest", "safe", "finalized"]), z.number().int()])
        .optional()
        .meta({ description: "With the source chain: what counts, or how many blocks must be above it." }),
      notVisible: z.array(z.string()).optional().meta({ description: "Statuses that leave no trace on a chain." }),
    }),
  },
}

export default output
