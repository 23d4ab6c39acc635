import type { ExecutionGas } from "../../../devnet/messaging/actors/MessagingWorkerContext.js"
import { type ApiSeam, createApiSeam } from "./createApiSeam.js"
import { type ChainSeams, createChainSeams } from "./createChainSeams.js"

/** Where faults take hold of a world. */
export type FaultSeams = {
  readonly chains: ChainSeams
  readonly apis: ApiSeam
  readonly executionGas: {
    /** Each changes the gas that the executor gives to an execution, in order. */
    readonly hooks: Set<ExecutionGas>
    readonly limit: ExecutionGas
  }
}

export function createFaultSeams(): FaultSeams {
  const hooks = new Set<ExecutionGas>()
  return {
    chains: createChainSeams(),
    apis: createApiSeam(),
    executionGas: {
      hooks,
      async limit(call, gas) {
        let limited = gas
        for (const hook of hooks) limited = await hook(call, limited)
        return limited
      },
    },
  }
}
