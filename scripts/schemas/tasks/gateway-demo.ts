import { z } from "zod"

import { feesInfo, transactionSteps } from "../shapes/gateway.js"
import { elapsed } from "../shapes/messages.js"
import { address, amount, chainId, hash, milliseconds } from "../shapes/values.js"
import { stepEvents, successfulEnd, type TaskOutput } from "../taskSchema.js"

const output: TaskOutput = {
  events: {
    ready: { chains: z.array(z.strictObject({ name: z.string(), chainId })), ...elapsed },
    paid: { appGateway: address, chainName: z.string(), amount, approvals: z.int(), credits: amount },
    called: { what: z.enum(["deploy", "write", "read", "revert"]), txHash: hash },
    deployed: {
      deployments: z.array(
        z.strictObject({
          chainName: z.string(),
          onChainAddress: address,
          forwarderAddress: address,
          predicted: address,
        }),
      ),
    },
    counters: { counters: z.record(z.string(), amount), feesInfo: feesInfo.nullable() },
    sum: { sum: amount },
    scheduled: { txHash: hash, timeoutId: z.string(), delay: z.int() },
    travelled: { seconds: z.int() },
    fired: { lateBy: milliseconds.nullable(), resolveTxHash: hash.nullable() },
    mended: { what: z.enum(["target", "callback"]) },
    recovered: { feesInfo: feesInfo.nullable(), workSeen: amount },
    ...stepEvents(...transactionSteps),
    end: successfulEnd(),
  },
}

export default output
