import type { Address } from "viem"

import { chainFact } from "../../primitives/errorText.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import type { MessagingLedger } from "./ledger.js"
import { needOf, type Switchboards } from "./paths.js"

/** Reported once when the devnet carries a message through a switchboard that is not its own: the deployed actors serve none but theirs. */
export class SwitchboardNotServedError extends PlugsError {
  readonly code = "SWITCHBOARD_NOT_SERVED"
  constructor({ switchboard, chainSlug }: { switchboard: Address; chainSlug: number }) {
    super(
      "A message goes through a switchboard that the deployed system does not serve. The devnet carries it all the same.",
      {
        facts: { switchboard, chain: chainFact(chainSlug) },
        next: "Ask the operators of the deployed system to seal and propose packets for your switchboards, or connect both plugs through theirs.",
      },
    )
  }
}

/** Reports each switchboard of somebody's own for which a packet is proposed. */
export function reportUnservedSwitchboards(
  ledger: Pick<MessagingLedger, "subscribe">,
  { contracts, report }: { readonly contracts: Switchboards; readonly report: (error: unknown) => void },
): void {
  const reported = new Set<string>()
  ledger.subscribe(({ status, proposal, outbound: { dstChainSlug: chainSlug } }) => {
    if (status !== "PROPOSED" || proposal === undefined) return
    const { switchboard } = proposal
    const key = `${chainSlug} ${switchboard}`
    if (needOf(contracts, switchboard) !== undefined || reported.has(key)) return
    reported.add(key)
    report(new SwitchboardNotServedError({ switchboard, chainSlug }))
  })
}
