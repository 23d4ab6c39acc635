import type { Abi } from "viem"

import type { GatewayReading, ReachedChain } from "../reading/types.js"
import type { GatewayCauseName } from "./gatewayCauses.js"
import type { FindSource } from "#src/explaining/evidence.js"
import type { FoundCause } from "#src/explaining/explain.js"

export type GatewayCause = FoundCause<GatewayCauseName>

/** Everything that was read, and what its sentences need. */
export type GatewayCase = GatewayReading & {
  /** ABIs of the user's contracts. */
  readonly abis: readonly Abi[]
  /** The name of a chain that app gateways reach, for sentences. */
  readonly chainName: (slug: number) => string
}

export type CallReaders = {
  readonly chainOf: (slug: number) => Promise<ReachedChain | undefined>
  /** Finds the line of the user's source code where a call reverts. */
  readonly findSource: FindSource | undefined
}
