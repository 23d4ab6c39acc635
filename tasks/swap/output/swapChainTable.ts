import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import type { Chain } from "../../../src/swap/types.js"
import { safeName } from "./routeFormat.js"
import { formatTable } from "../../../src/terminal/table.js"
import type { Printer } from "../../../src/terminal/terminal.js"

/**
 * Lays out the chains that swaps can use.
 *
 * @param configuredName names the chain of an id, if the project configures it
 */
export function swapChainTable(
  chains: readonly Chain[],
  configuredName: (chainId: number) => string | undefined,
  { paint, columns: width }: Printer,
): string {
  if (chains.length === 0) return paint.magenta("The swap API knows no chains.")
  return formatTable({
    columns: [
      { title: "chain" },
      { title: "chain id", align: "right" },
      { title: "called here" },
      { title: "currency" },
      { title: "own for gas", align: "right" },
      { title: "ways" },
      { title: "dexes" },
      { title: "bridges" },
    ],
    rows: chains.map((chain) => [
      safeName(chain.name),
      String(chain.chainId),
      configuredName(chain.chainId) ?? "–",
      safeName(chain.currency.symbol),
      forGas(chain),
      ways(chain),
      list(chain.dexes),
      list(chain.bridges),
    ]),
    paint,
    width,
  })
}

function forGas({ currency: { minNativeCurrencyForGas: least, decimals } }: Chain): string {
  return least === null ? "–" : formatAmount(least, decimals)
}

function ways({ sendingEnabled, receivingEnabled, isDepositEnabled }: Chain): string {
  const open = [
    ...(sendingEnabled ? ["from"] : []),
    ...(receivingEnabled ? ["to"] : []),
    ...(isDepositEnabled ? ["deposit"] : []),
  ]
  return open.length === 0 ? "none" : open.join(", ")
}

function list(ids: readonly string[]): string {
  return ids.length === 0 ? "–" : ids.map((id) => safeName(id)).join(", ")
}
