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
    switchboard: address,
    switchboardKind,
    call: z.strictObject(call).nullable().meta({ description: "null if it was connected already." }),
    safeFiles,
  },
}

export default output
