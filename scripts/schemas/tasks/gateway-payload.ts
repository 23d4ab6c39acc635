import { payloadDetails } from "../shapes/gateway.js"
import { hex } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = { document: { payloadId: hex, payload: payloadDetails } }

export default output
