import { z } from "zod"

import { devnetChanges, devnetProblem } from "./shapes/devnet.js"
import { at, chainId, slug } from "./shapes/values.js"
import { taskSchema } from "./taskSchema.js"

const stages = z.array(z.strictObject({ status: z.string(), at })).meta({
  description: "The states that it went through, oldest first. Of more than 40 those in the middle are left out.",
})

const items = z.union(
  Object.entries(devnetChanges).map(([event, shape]) => z.strictObject({ event: z.literal(event), ...shape, stages })),
)

const paused = z
  .array(z.string())
  .meta({ description: "The stages of the relay that stand still; empty while all run." })

/** What the stream of a devnet's page carries: the data of each event. */
export const pageEventsSchema: z.ZodType = taskSchema({
  events: {
    state: {
      chains: z.array(
        z.strictObject({
          name: z.string(),
          ...{ chainId, slug, rpcUrl: z.string() },
          block: z.int().meta({ description: "The number of its newest block." }),
        }),
      ),
      gatewaySlug: slug,
      commands: z
        .strictObject({ pause: z.string(), resume: z.string(), step: z.string() })
        .meta({ description: "The commands that do what the controls do." }),
      isReadOnly: z.boolean(),
      paused,
      items: z.array(items),
      problems: z.array(z.strictObject(devnetProblem)),
    },
    ...devnetChanges,
    problem: devnetProblem,
    block: { chainSlug: slug, number: z.int() },
    relay: { paused },
  },
})
