import { z } from "zod"

import { message, messageStep } from "../shapes/messages.js"
import { pollingEvents, stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  events: { ...stepEvents(messageStep), ...pollingEvents, end: successfulEnd({ messages: z.array(message) }) },
}

export default output
