import type { LocalChain } from "../chain/chains.js"
import { IdUsedBeforeError } from "../chain/setBackErrors.js"
import type { GatewayLedger } from "./ledger/ledger.js"

/** Reports each payload that can never be executed because another one with its id was, when it fails for the first time. */
export function reportUsedIds(
  served: readonly Pick<LocalChain, "slug" | "name">[],
  ledger: Pick<GatewayLedger, "subscribe">,
  report: (error: unknown) => void,
): void {
  ledger.subscribe(({ payloadId, chainSlug, idUsedIn, executionAttempt }) => {
    if (idUsedIn === undefined || executionAttempt.attempts !== 1) return
    const chain = served.find(({ slug }) => slug === chainSlug)?.name ?? String(chainSlug)
    report(new IdUsedBeforeError({ what: "payload", id: payloadId, chain, txHash: idUsedIn }))
  })
}
