import { z } from "zod"

import { devnetChanges, devnetProblem } from "../shapes/devnet.js"
import { elapsed, messageStep } from "../shapes/messages.js"
import { address, amount, chainId, hash, hex, slug } from "../shapes/values.js"
import { stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"
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

/** With `--demo` the devnet has the events of `messaging send` and `messaging track` among its own. */
const output: TaskOutput = {
  events: {
    ready: [ready, { chains: z.array(chain), ...elapsed }],
    ...devnetChanges,
    problem: devnetProblem,
    stopped: {},
    connected: { plugs: z.array(z.strictObject({ chainName: z.string(), plug: address })) },
    fees: { dstChainName: z.string(), estimate: amount, onChain: amount },
    refused: { value: amount, reason: z.string() },
    counters: { counters: z.record(z.string(), amount) },
    sent: { amount, value: amount, txHash: hash, messageId: hex },
    ...stepEvents(messageStep),
    end: successfulEnd(),
  },
}

export default output
