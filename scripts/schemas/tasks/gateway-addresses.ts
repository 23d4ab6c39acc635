import { z } from "zod"

import { deployment } from "../shapes/gateway.js"
import { address, chain, hex } from "../shapes/values.js"
import { error, failedOutcome, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  document: {
    appGatewayAddress: address,
    contractId: hex,
    chains: z.array(
      z.strictObject({ chain, deployment: z.strictObject(deployment).nullable(), error: error.nullable() }),
    ),
  },
  events: {
    deployment: [
      { chain, outcome: z.literal("success"), ...deployment },
      { chain, outcome: failedOutcome, error },
    ],
    end: successfulEnd(),
  },
}

export default output
