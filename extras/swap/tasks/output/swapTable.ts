import { safeName } from "./routeFormat.js"
import type { SwapRow } from "./SwapRow.js"
import { executionStates } from "#extras/swap/src/execution/executionStates.js"
import { formatAge } from "#src/primitives/duration.js"
import { routeStates } from "#src/swap/states.js"
import { paintState } from "#src/terminal/paintState.js"
import { type Report, right, table } from "#src/terminal/report.js"

/** Swaps, one a row. */
export function swapTable(
  rows: readonly SwapRow[],
  { chainName, now }: { readonly chainName: (chainId: number) => string; readonly now: number },
): Report {
  return table(rows, {
    age: right(({ at }) => formatAge(now - at)),
    state: ({ status }) => paintState(status, { ...executionStates, ...routeStates }),
    route: ({ originChainId, destinationChainId }) => `${chainName(originChainId)} → ${chainName(destinationChainId)}`,
    quote: ({ quoteId }, hash) => hash(safeName(quoteId, 100)),
    transaction: ({ txHash }, hash) => txHash && hash(txHash),
  })
}
