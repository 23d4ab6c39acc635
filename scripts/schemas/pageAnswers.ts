import { z } from "zod"

import { amount } from "./shapes/values.js"

const schemaVersion = z.literal(1)

const refused = z
  .strictObject({ message: z.string().meta({ description: "Why. The wording can change." }) })
  .meta({ description: "What it answers where it refuses." })

const answer = (shape: z.ZodRawShape): z.ZodType => z.union([z.strictObject({ schemaVersion, ...shape }), refused])

/** What the page of a devnet answers at `/page/<name>`, by that name. */
export const pageAnswers: Readonly<Record<string, z.ZodType>> = {
  test: answer({ test: z.string().meta({ description: "The whole file." }) }),
  functions: answer({
    functions: z
      .array(
        z.strictObject({
          signature: z
            .string()
            .meta({ description: "As the command names it: greet(uint32 dstChainSlug, string text)." }),
          inputs: z.array(z.strictObject({ name: z.string(), type: z.string() })),
        }),
      )
      .meta({ description: "Those that send messages." }),
  }),
  call: answer({
    problems: z.array(z.string().nullable()).meta({
      description: "What is wrong with each value, null if nothing is; the last one is that of --value.",
    }),
    command: z.string().nullable().meta({ description: "The command that sends it; null while a value is wrong." }),
    fee: amount.nullable().meta({ description: "What its messages cost now; null if that cannot be told." }),
    says: z.string().meta({ description: "The fee and where messages go, or why that cannot be told." }),
  }),
  trust: answer({
    says: z.string().meta({ description: "Who can forge, in one sentence." }),
    report: z.string().meta({ description: "What else plugs trust prints of the path." }),
    command: z.string().meta({ description: "The command that prints it." }),
  }),
}
