import { z } from "zod"

const schemaVersion = z.literal(1)

const refused = z
  .strictObject({ message: z.string().meta({ description: "Why. The wording can change." }) })
  .meta({ description: "What it answers where it refuses." })

const answer = (shape: z.ZodRawShape): z.ZodType => z.union([z.strictObject({ schemaVersion, ...shape }), refused])

/** What the page of a devnet answers at `/page/<name>`, by that name. */
export const pageAnswers: Readonly<Record<string, z.ZodType>> = {
  test: answer({ test: z.string().meta({ description: "The whole file." }) }),
  trust: answer({
    says: z.string().meta({ description: "Who can forge, in one sentence." }),
    report: z.string().meta({ description: "What else plugs trust prints of the path." }),
    command: z.string().meta({ description: "The command that prints it." }),
  }),
}
