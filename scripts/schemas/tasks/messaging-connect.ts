import { z } from "zod"

import { call, safeFiles, switchboardKind } from "../shapes/calls.js"
import { address, chain, hash } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
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
}

export default output
