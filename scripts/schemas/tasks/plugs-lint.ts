import { z } from "zod"

import type { TaskOutput } from "../taskSchema.js"
import { ruleNames } from "#extras/audit/src/linting/rules.js"

const place = z.number().int().min(1)

const output: TaskOutput = {
  document: {
    findings: z.array(
      z.strictObject({
        rule: z.enum(ruleNames).meta({ description: "Stable. extras/audit/docs/lint.md lists them all." }),
        file: z.string().meta({ description: "From the root of the project, such as contracts/Vault.sol." }),
        line: place,
        column: place.meta({ description: "In UTF-16 units, as editors count them." }),
        endLine: place,
        endColumn: place.meta({ description: "Behind the last character." }),
        says: z.string(),
        docs: z.url().meta({ description: "The section on the rule." }),
        scsvs: z
          .string()
          .nullable()
          .meta({ description: "The requirement of OWASP's SCSVS 0.0.1, such as S4.1.C4; null if there is none." }),
      }),
    ),
    files: z.array(z.string()).meta({ description: "All that were judged." }),
  },
}

export default output
