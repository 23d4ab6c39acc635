import { z } from "zod"

import { connection } from "../shapes/calls.js"
import { forks } from "../shapes/forks.js"
import { address, amount, hex } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"
import { findingNames } from "#extras/audit/src/judging/Finding.js"

const number = z.string().meta({ description: "Place in the file, such as 2, or 2.1 for a call that is packed in it." })
const operation = z.union([z.literal(0), z.literal(1)]).meta({ description: "1 is a delegatecall." })

const call = z.strictObject({
  number,
  from: address,
  to: address,
  name: z.string().nullable().meta({ description: "What the target is called in the project or the protocol." }),
  value: amount.meta({ description: "In wei." }),
  data: hex,
  operation,
  signature: z.string().nullable().meta({ description: "The function; null if it could not be decoded." }),
  args: z.array(z.strictObject({ name: z.string().nullable(), type: z.string(), text: z.string() })).nullable(),
  isKnown: z.boolean().meta({ description: "Whether the ABI is that of the target, and not found by the selector." }),
  problem: z.string().nullable().meta({ description: "Why it could not be decoded whole." }),
  claimed: z
    .string()
    .nullable()
    .meta({ description: "The function that the file names, where its data is of another." }),
})

const hashes = z.strictObject({
  version: z.string(),
  nonce: amount,
  to: address.meta({ description: "The only target, or the MultiSend that makes several calls one." }),
  operation,
  domainHash: hex,
  messageHash: hex,
  safeTxHash: hex,
})

const output: TaskOutput = {
  document: {
    verdict: z.enum(["as wired", "beyond", "unknown"]).meta({
      description:
        "beyond: they do more than the wiring says, or fail. unknown: nothing was found, and not all was judged.",
    }),
    findings: z.array(
      z.strictObject({
        name: z.enum(findingNames).meta({ description: "Stable. extras/audit/docs/judge.md lists them all." }),
        number: z
          .string()
          .nullable()
          .meta({ description: "The call, the message or the scheduled call; null if it was found afterwards." }),
        chain: z.string().nullable(),
        says: z.string(),
      }),
    ),
    forks,
    wiring: z
      .strictObject({ done: z.number(), left: z.number() })
      .meta({ description: "Changes of the wiring that the batches make, and those that are left." }),
    lacks: z.array(z.strictObject(connection)).meta({ description: "The changes of the wiring that are left." }),
    names: z
      .array(z.strictObject({ chainName: z.string(), address, name: z.string() }))
      .meta({ description: "What the project, the wiring or the protocol calls the addresses in the calls." }),
    notJudged: z.array(z.strictObject({ name: z.string(), why: z.string() })),
    batches: z.array(
      z.strictObject({
        chainName: z.string(),
        chainId: z.number(),
        from: address,
        notes: z.array(z.string()),
        hashes: hashes.nullable().meta({ description: "What the owners of the Safe sign, as a device shows it." }),
        whyNoHashes: z.string().nullable(),
        calls: z.array(call).meta({ description: "Each before those that are packed in it." }),
      }),
    ),
    steps: z.array(
      z.strictObject({
        number: z.string().meta({ description: "That of the call, or message or scheduled with a number of its own." }),
        chainName: z.string(),
        from: address,
        to: address,
        status: z.enum(["applied", "reverted", "undone", "skipped", "unread"]),
        reason: z.string().nullable(),
      }),
    ),
  },
}

export default output
