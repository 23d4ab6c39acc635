import { safeFiles } from "../shapes/calls.js"
import { address, chain, hash } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    txHash: hash.nullable().meta({ description: "null if it was not connected, or with --safe." }),
    srcPlug: address,
    from: chain,
    to: chain,
    dstPlug: address.meta({ description: "The sibling until then." }),
    safeFiles,
  },
}

export default output
