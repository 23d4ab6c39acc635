import { z } from "zod"

import { devnetChanges, devnetProblem } from "./shapes/devnet.js"
import { devnetChange } from "./shapes/messages.js"
import { address, amount, at, chainId, hash, hex, slug } from "./shapes/values.js"
import { taskSchema } from "./taskSchema.js"
import type { PageEvent, PageState } from "#extras/page/src/PageEvent.js"

const stages = z.array(z.strictObject({ status: z.string(), at })).meta({
  description: "The states that it went through, oldest first. Of more than 40 those in the middle are left out.",
})

/** What the page shows besides what the task prints: things that have parts. */
const pageChanges: typeof devnetChanges & Readonly<Record<"request" | "route", z.ZodRawShape>> = {
  ...devnetChanges,
  request: { requestCount: z.int(), appGateway: address, txHash: hash, isCancelled: z.boolean(), ...devnetChange },
  route: {
    ...{ quoteId: hex, srcChainSlug: slug, dstChainSlug: slug, user: address, receiver: address },
    ...{ inputToken: address, inputAmount: amount, outputToken: address, outputAmount: amount.nullable() },
    inputTxHash: hash.nullable().meta({ description: "The transaction that started it, or was to and reverted." }),
    outputTxHash: hash.nullable(),
    returnTxHash: hash.nullable().meta({ description: "The one on the destination that sent its value back." }),
    refundTxHash: hash.nullable(),
    ...devnetChange,
  },
}

const items = z.union(
  Object.entries(pageChanges).map(([event, shape]) => z.strictObject({ event: z.literal(event), ...shape, stages })),
)

const paused = z
  .array(z.string())
  .meta({ description: "The stages of the relay that stand still; empty while all run." })

const faults = z
  .array(
    z.strictObject({
      id: z.int(),
      fault: z.string(),
      line: z.string().meta({ description: "The line of a test that begins the same." }),
      happened: z.int().meta({ description: "How often it has shown so far." }),
    }),
  )
  .meta({ description: "The faults that last, oldest first." })

const snapshots = z
  .array(z.strictObject({ id: z.string(), at }))
  .meta({ description: "The snapshots that can be gone back to, oldest first." })

const events: Readonly<Record<PageEvent["event"], z.ZodRawShape>> & {
  readonly state: Readonly<Record<Exclude<keyof PageState, "event">, z.ZodType>>
} = {
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
    ...{ paused, faults, snapshots },
    items: z.array(items),
    problems: z.array(z.strictObject(devnetProblem)),
  },
  ...pageChanges,
  problem: devnetProblem,
  block: { chainSlug: slug, number: z.int() },
  relay: { paused },
  faults: { faults },
  snapshots: { snapshots },
}

/** What the stream of a devnet's page carries: the data of each event. */
export const pageEventsSchema: z.ZodType = taskSchema({ events })
