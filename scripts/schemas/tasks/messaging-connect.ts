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
  },
}

export default output
