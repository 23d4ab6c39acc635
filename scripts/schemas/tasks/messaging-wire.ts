import { z } from "zod"

import { call, connection, safeFiles, switchboardKind } from "../shapes/calls.js"
import { forks } from "../shapes/forks.js"
import { address, amount, chainId, hash, hex } from "../shapes/values.js"
import { error, type TaskOutput } from "../taskSchema.js"

const change = {
  ...connection,
  dstPlug: address,
  kind: z.enum(["connect", "disconnect"]),
  switchboard: address,
  before: z.strictObject({ dstPlug: address, inboundSwitchboard: address, outboundSwitchboard: address }),
  chainId,
  socket: address,
  functionName: z.string(),
  ...call,
  switchboardKind,
  isShown: z.boolean().meta({
    description: "Whether the node has shown that the call changes this connection and nothing else.",
  }),
  data: hex,
  owner: address.nullable(),
  sender: address.nullable(),
  reason: z.string().nullable(),
  warnings: z.array(z.string()).meta({ description: "Why messages over it may not arrive, although it can be made." }),
}

/** A call that another account sends. */
const told = z.strictObject({ sender: address.nullable(), to: address, data: hex })

const output: TaskOutput = {
  document: {
    changes: z.array(z.strictObject({ ...change, status: z.enum(["ready", "elsewhere", "blocked"]) })),
    extras: z.array(z.strictObject({ ...connection, dstPlug: address, switchboard: address })),
    problems: z.array(
      z.strictObject({
        about: z.enum(["unreachable", "plug", "socket", "owner", "switchboard"]),
        application: z.string().nullable(),
        chainName: z.string(),
        says: z.string(),
        error: error.nullable(),
      }),
    ),
    inPlace: z.array(z.strictObject(connection)),
    agrees: z.boolean().optional().meta({ description: "With --plan and --check: whether nothing differs." }),
    isWhole: z
      .boolean()
      .optional()
      .meta({ description: "With --plan and --check: whether every chain could be read." }),
    results: z
      .array(
        z.strictObject({
          ...change,
          status: z.enum(["done", "in place", "changed", "pending", "failed", "unsent", "elsewhere", "blocked"]),
          txHash: hash.nullable(),
          error: error.nullable(),
        }),
      )
      .optional()
      .meta({ description: "With --apply and --dry-run: what became of each change." }),
    timelocked: z
      .array(
        z.strictObject({
          chainName: z.string(),
          srcPlug: address,
          dstChainName: z.string(),
          timelock: address,
          delay: amount.meta({ description: "In seconds." }),
          salt: hex,
          schedule: told.nullable().meta({ description: "null: it waits already." }),
          execute: told,
        }),
      )
      .optional()
      .meta({ description: "With --timelock: what the timelocks that own plugs are told, and by whom." }),
    forks: forks.optional(),
    safeFiles,
  },
}

export default output
