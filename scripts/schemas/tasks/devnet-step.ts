import { z } from "zod"

import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    url: z.string(),
    done: z
      .array(
        z.strictObject({
          stage: z.string(),
          chain: z.string(),
          items: z.int().meta({ description: "Messages, payloads, timeouts or routes that its actor took up." }),
        }),
      )
      .meta({ description: "Empty if nothing waited." }),
  },
}

export default output
