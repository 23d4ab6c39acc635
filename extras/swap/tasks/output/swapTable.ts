import { safeName } from "./routeFormat.js"
import type { SwapRow } from "./SwapRow.js"
import { executionStates } from "#extras/swap/src/execution/executionStates.js"
import { formatAge } from "#src/primitives/duration.js"
import { routeStates } from "#src/swap/states.js"
import { paintState } from "#src/terminal/paintState.js"
import { formatHashTable } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"

/** Lists swaps, one a row. */
export function swapTable(
  rows: readonly SwapRow[],
  { chainName, now }: { readonly chainName: (chainId: number) => string; readonly now: number },
  { paint, columns }: Pick<Printer, "paint" | "columns">,
): string {
  return formatHashTable(
    (hash) =>
      rows.map(({ quoteId, status, originChainId, destinationChainId, txHash, at }) => [
        formatAge(now - at),
        paintState(status, paint, { ...executionStates, ...routeStates }),
        `${chainName(originChainId)} → ${chainName(destinationChainId)}`,
        hash(safeName(quoteId, 100)),
        txHash === null ? "–" : hash(txHash),
      ]),
    {
      columns: [
        { title: "age", align: "right" },
        ...["state", "route", "quote", "transaction"].map((title) => ({ title })),
      ],
      paint,
      width: columns,
    },
  )
}
