import { z } from "zod"

import { devnetChanges, devnetProblem } from "../shapes/devnet.js"
import { elapsed } from "../shapes/messages.js"
import { address, amount, chainId, slug } from "../shapes/values.js"
import { type TaskOutputs } from "../taskSchema.js"
import { devnetSwitchboardKinds, switchboardTable } from "#src/messaging/switchboardKinds.js"

const chain = z.strictObject({
  ...{ name: z.string(), chainId, slug, rpcUrl: z.string() },
  socket: address.optional().meta({ description: "Of a fork, or of a node that runs already." }),
})

/** Absent where the chains are forks, or nodes that run already. */
const ofOwn = <T extends z.ZodType>(schema: T) => schema.optional()

const ready = {
  url: z.string(),
  chains: z.array(chain),
  socket: ofOwn(address),
  ...Object.fromEntries(devnetSwitchboardKinds.map((kind) => [switchboardTable[kind].devnet.contract, ofOwn(address)])),
  paths: z.array(z.strictObject({ between: z.array(z.string()), kinds: z.array(z.string()) })),
  messaging: z.strictObject({ baseUrl: z.string(), apiKey: z.string() }),
  swap: ofOwn(z.strictObject({ baseUrl: z.string(), apiKey: z.string(), affiliate: z.string() })),
  gateway: ofOwn(
    z.strictObject({
      baseUrl: z.string(),
      chain,
      addressResolver: address,
      feesPlug: address,
      feeToken: address,
      sixDecimalFeeToken: address,
    }),
  ),
  account: address,
  balance: amount,
  advice: z.string().optional(),
  page: z
    .string()
    .optional()
    .meta({ description: "The link to its page. What is after # lets the page control the relay." }),
  state: z.string().optional().meta({ description: "The folder that the devnet is kept in." }),
}

const outputs: TaskOutputs = {
  devnet: {
    events: {
      ready: [ready, { chains: z.array(chain), ...elapsed }],
      ...devnetChanges,
      problem: devnetProblem,
      stopped: {},
    },
  },
  "devnet-pause": {
    document: {
      url: z.string(),
      stages: z.array(z.string()).meta({ description: "The stages that were paused by this." }),
    },
  },
  "devnet-resume": {
    document: {
      url: z.string(),
      stages: z.array(z.string()).meta({ description: "The stages that were resumed by this." }),
    },
  },
  "devnet-step": {
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
  },
}

export default outputs
