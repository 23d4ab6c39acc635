import { z } from "zod"

import { devnetChanges, devnetProblem } from "../shapes/devnet.js"
import { elapsed } from "../shapes/messages.js"
import { address, amount, chainId, slug } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"
import { devnetSwitchboardKinds, switchboardTable } from "#src/messaging/switchboardKinds.js"

const chain = z.strictObject({ name: z.string(), chainId, slug, rpcUrl: z.string() })

const ready = {
  url: z.string(),
  chains: z.array(chain),
  socket: address,
  ...Object.fromEntries(devnetSwitchboardKinds.map((kind) => [switchboardTable[kind].devnet.contract, address])),
  paths: z.array(z.strictObject({ between: z.array(z.string()), kinds: z.array(z.string()) })),
  messaging: z.strictObject({ baseUrl: z.string(), apiKey: z.string() }),
  swap: z.strictObject({ baseUrl: z.string(), apiKey: z.string(), affiliate: z.string() }),
  gateway: z.strictObject({
    baseUrl: z.string(),
    chain,
    addressResolver: address,
    feesPlug: address,
    feeToken: address,
    sixDecimalFeeToken: address,
  }),
  account: address,
  balance: amount,
  advice: z.string().optional(),
  page: z
    .string()
    .optional()
    .meta({ description: "The link to its page. What is after # lets the page control the relay." }),
  state: z.string().optional().meta({ description: "The folder that the devnet is kept in." }),
}

const output: TaskOutput = {
  events: {
    ready: [ready, { chains: z.array(chain), ...elapsed }],
    ...devnetChanges,
    problem: devnetProblem,
    stopped: {},
  },
}

export default output
