import type { LocalAccount } from "viem"

import type { EndFacts } from "../TrustFacts.js"
import type { Actors } from "./actors.js"
import type { CarriedMessage, Carrying, Execution } from "./carrying.js"
import type { ChainCopy } from "./openCopy.js"

/** One chain of a path, its copy, and the keys there. */
export type Side = { readonly end: EndFacts; readonly copy: ChainCopy; readonly actors: Actors }

/** What a way has at hand. */
export type Forging = {
  readonly src: Side | undefined
  readonly dst: Side
  readonly carrying: Carrying
  /** What is forged. */
  readonly message: CarriedMessage
  /** Lets more than so many seconds pass on both chains. */
  readonly wait: (seconds: bigint) => Promise<void>
}

/** A message that the socket should execute now, and who signs for it. */
export type Forged = { readonly execution: Execution; readonly signer: LocalAccount }
