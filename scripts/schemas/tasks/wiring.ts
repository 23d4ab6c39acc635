import { z } from "zod"

import { call, connection, safeFiles, switchboardKind } from "../shapes/calls.js"
import { deliveries } from "../shapes/deliveries.js"
import { forks } from "../shapes/forks.js"
import { address, amount, chain, chainId, hash, hex, slug } from "../shapes/values.js"
import { error, type TaskOutputs } from "../taskSchema.js"
import { switchboardKinds } from "#src/messaging/switchboardKinds.js"

const switchboard = z.strictObject({
  kind: z.enum(switchboardKinds),
  address,
  siblings: z.array(slug),
})

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

const outputs: TaskOutputs = {
  /** With `--chain` the lists have that chain alone. */
  "messaging-chains": {
    document: {
      file: z.string().nullable(),
      configured: z.array(
        z.strictObject({
          name: z.string(),
          network: z.string(),
          slug: slug.nullable(),
          chainId: chainId.nullable(),
          socket: address.nullable(),
          socketFrom: z.enum(["configuration", "deployment", "devnet"]).nullable(),
          deployment: z.string().nullable(),
        }),
      ),
      leftOut: z.array(
        z.strictObject({
          network: z.string(),
          why: z.enum(["NO_CHAIN_ID", "CHAIN_TAKEN"]),
          chain: z.string().nullable().meta({ description: "The chain that is read in its place." }),
        }),
      ),
      known: z.array(
        z.strictObject({
          name: z.string(),
          slug,
          chainId,
          isMainnet: z.boolean().optional(),
          socket: address,
          transmitManager: address.optional(),
          startBlock: z.int().optional(),
          switchboards: z.array(switchboard),
        }),
      ),
    },
  },
  "messaging-connect": {
    document: {
      txHash: hash.nullable(),
      srcPlug: address,
      from: chain,
      to: chain,
      dstPlug: address,
      replaced: z
        .strictObject({ plug: address, name: z.string().nullable(), owner: address.nullable() })
        .nullable()
        .meta({ description: "The sibling that the connection takes the place of; null if there is none." }),
      switchboard: address,
      switchboardKind,
      call: z.strictObject(call).nullable().meta({ description: "null if it was connected already." }),
      safeFiles,
    },
  },
  "messaging-disconnect": {
    document: {
      txHash: hash.nullable().meta({ description: "null if it was not connected, or with --safe." }),
      srcPlug: address,
      from: chain,
      to: chain,
      dstPlug: address.meta({ description: "The sibling until then." }),
      safeFiles,
    },
  },
  "messaging-wire": {
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
      deliveries: deliveries.optional(),
      safeFiles,
    },
  },
}

export default outputs
