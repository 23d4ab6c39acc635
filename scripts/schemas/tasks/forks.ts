import { z } from "zod"

import { address, amount, chain, hash, hex, slug } from "../shapes/values.js"
import { error, successfulEnd, type TaskOutputs } from "../taskSchema.js"
import type { ReplayResult } from "#extras/forks/src/replay/readResult.js"
import type { Replay, StoppedReplay } from "#extras/forks/src/replay/replayMessage.js"

const result = {
  outcome: z.enum(["delivered", "reverted", "out of gas"]),
  reason: z.string().nullable().meta({ description: "Why it was not delivered; null if it was, or nobody tells." }),
  gasUsed: amount.nullable().meta({ description: "Gas that inbound used." }),
  logs: z.array(z.string()).meta({ description: "What the application logged, after the address of the contract." }),
  sent: z.array(hex).meta({ description: "The ids of the messages that it sent on." }),
  calls: z
    .array(z.strictObject({ from: address, to: address.nullable(), name: z.string(), failed: z.string().nullable() }))
    .meta({ description: "inbound and the calls inside of it, and why each failed that did." }),
} satisfies Record<keyof ReplayResult, z.ZodType>

const build = z.strictObject({
  contract: z.string(),
  address: address.meta({ description: "Where its code was put: the plug, or what a proxy there leads to." }),
  immutables: z.record(z.string(), hex).meta({ description: "What the deployed contract answers for them." }),
})

const end = z
  .strictObject({ outcome: result.outcome, reason: result.reason, gasUsed: result.gasUsed, gasLimit: amount })
  .nullable()

/** With --all-failed. */
const all: z.ZodRawShape = {
  messages: z.array(
    z.strictObject({
      ...{ messageId: hex, outboundTx: hash, to: chain, error: error.nullable() },
      before: end.meta({ description: "What it comes to as things are." }),
      after: end.meta({ description: "The same with what is changed." }),
    }),
  ),
  failed: z.int().meta({ description: "How many are not delivered as things are." }),
  mended: z.array(hex).meta({ description: "Those of them that are delivered with what is changed." }),
  searched: z.array(z.strictObject({ srcChainSlug: slug, fromBlock: amount, toBlock: amount })),
  problems: z.array(z.strictObject({ srcChainSlug: slug, says: z.string() })),
}

const ends = {
  messageId: hex,
  outboundTx: hash,
  srcChainSlug: slug,
  srcPlug: address,
  dstChainSlug: slug,
  dstPlug: address,
}

const prepared = {
  gasLimit: amount.meta({ description: "Gas that inbound gets." }),
  isCarried: z.boolean().meta({ description: "Whether its packet was proposed on the fork." }),
  build: build.nullable().meta({ description: "With --with." }),
}

const fork = {
  to: chain,
  block: amount.meta({ description: "The block of the destination chain that the fork begins with." }),
  leftOut: z.int().meta({ description: "Earlier transactions of the block that were not made again." }),
}

/** With --serve. */
const stopped = {
  ...{ ...ends, ...fork, ...prepared },
  url: z
    .string()
    .meta({ description: "Where the fork answers JSON-RPC; its method plugs_execute executes the message." }),
  inbound: z
    .strictObject({ from: address, to: address, data: hex, value: amount })
    .meta({ description: "The call that the socket makes." }),
} satisfies z.ZodRawShape & Record<keyof Omit<StoppedReplay, "message" | typeof Symbol.asyncDispose>, z.ZodType>

const outputs: TaskOutputs = {
  "messaging-replay": {
    document: [
      {
        ...ends,
        ...({
          ...fork,
          happened: z
            .strictObject({ ...result, txHash: hash })
            .nullable()
            .meta({
              description: "What the transaction made of the message that the replay begins before; null without one.",
            }),
          replayed: z.strictObject({
            ...{ ...result, ...prepared },
            line: z.string().nullable().meta({ description: "The line of the project's source code that reverts." }),
          }),
          differences: z.array(z.string()).meta({ description: "In what the replay differs from what happened." }),
        } satisfies Record<keyof Omit<Replay, "message">, z.ZodType>),
        file: z.string().optional().meta({ description: "The test that --as-test has written." }),
      },
      all,
    ],
    events: { ready: stopped, end: successfulEnd() },
  },
}

export default outputs
