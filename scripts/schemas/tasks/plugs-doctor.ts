import { z } from "zod"

import type { TaskOutput } from "../taskSchema.js"
import { checkNames } from "#tasks/doctor/checks.js"

const output: TaskOutput = {
  document: {
    verdict: z.enum(["ok", "warning", "failed"]),
    checks: z.array(
      z.strictObject({
        name: z.enum(checkNames),
        status: z.enum(["ok", "warning", "failed", "skipped"]),
        subject: z.string(),
        says: z.string(),
        mend: z.string().nullable(),
      }),
    ),
  },
}

export default output
