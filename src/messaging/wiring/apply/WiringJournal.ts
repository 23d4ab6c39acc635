import type { Address } from "viem"

import type { Submission } from "../../../onchain/submission/Submission.js"

/** A change of a wiring that was about to be sent, and may have been sent. */
export type WiringEntry = {
  readonly plug: Address
  readonly siblingChainSlug: number
  readonly account: Address
  readonly submission: Submission
}

/**
 * Where the changes of one chain are recorded before they are sent, so that a run after a crash does not send them a second time.
 *
 * `write` is durable once it resolves, and atomic. There is one entry for each plug and sibling chain.
 */
export type WiringJournal = {
  list(): Promise<readonly WiringEntry[]>
  write(entry: WiringEntry): Promise<void>
  remove(entry: Pick<WiringEntry, "plug" | "siblingChainSlug">): Promise<void>
}
