import { z } from "zod"

import { hash } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    id: hash,
    items: z.array(
      z.strictObject({
        kind: z.enum(["payload", "timeout", "trigger", "unknown"]),
        id: hash,
        outcome: z
          .enum(["retried", "done", "not given up", "cancelled"])
          .meta({ description: "What became of the request to try it again." }),
        status: z.string().nullable().meta({ description: "Its state since; null if the API cannot be asked for it." }),
        isDone: z.boolean().nullable().meta({ description: "null if the API cannot be asked for it." }),
        isGivenUp: z.boolean(),
        revert: z.string().nullable().meta({ description: "Why it reverts now; null if it does not." }),
      }),
    ),
  },
}

export default output
