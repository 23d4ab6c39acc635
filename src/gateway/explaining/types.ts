import type { Abi } from "viem"

import type { Cause, Certainty, Evidence, Mend, StoryEvent } from "../../explaining/Explanation.js"
import type { FindSource } from "../../explaining/evidence.js"
import type { Clock } from "../../primitives/clock.js"
import type { GatewayReading, ReachedChain } from "../reading/types.js"
import type { GatewayCauseName } from "./gatewayCauses.js"

export type GatewayCause = Cause<GatewayCauseName>

/** What the causes are looked for in. */
export type GatewayCase = {
  readonly reading: GatewayReading
  readonly chainOf: (slug: number) => Promise<ReachedChain | undefined>
  /** What a chain that app gateways reach is called in sentences. */
  readonly chainName: (slug: number) => string
  readonly abis: readonly Abi[]
  /** Finds where in the user's source code a call reverts. */
  readonly findSource: FindSource | undefined
  readonly clock: Clock
}

/** What one part of the explanation found. */
export type Findings = {
  readonly causes: readonly GatewayCause[]
  /** What it learned for the timeline beyond what the reading says. */
  readonly events?: readonly StoryEvent[]
}

/** The parts of a cause, whose `about` is `null` and whose `mend` is `null` if they are left out. */
export type CauseParts = {
  readonly name: GatewayCauseName
  readonly certainty?: Certainty
  readonly says: string
  readonly evidence: readonly Evidence[]
  readonly mend?: Mend | null
  readonly about?: string | null
}

/** Makes a cause, which is certain if nothing else is said. */
export function toCause({ certainty = "certain", mend = null, about = null, ...cause }: CauseParts): GatewayCause {
  return { ...cause, certainty, mend, about }
}
