import { z } from "zod"

import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    url: z.string(),
    stages: z.array(z.string()).meta({ description: "The stages that were resumed by this." }),
  },
}

export default output
