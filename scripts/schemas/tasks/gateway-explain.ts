import { explanation } from "../shapes/explanation.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = { document: explanation }

export default output
