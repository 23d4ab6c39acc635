import { z } from "zod"

import { address, chainId, slug } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"
import { switchboardKinds } from "#src/messaging/switchboardKinds.js"

const switchboard = z.strictObject({
  kind: z.enum(switchboardKinds),
  address,
  siblings: z.array(slug),
})

/** With `--chain` the lists have that chain alone. */
const output: TaskOutput = {
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
}

export default output
