import { dollars, safeName } from "./routeFormat.js"
import type { Chain, Providers, Token } from "#extras/swap/src/types.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { formatTable } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"

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

export type TokenTableOptions = {
  /** Names the chain of an id. */
  readonly chainName: (chainId: number) => string
  /** Whether an account's balances were requested. */
  readonly hasBalances: boolean
}

/** Lays out tokens, with balances if they were requested. */
export function tokenTable(
  tokens: readonly Token[],
  { chainName, hasBalances }: TokenTableOptions,
  { paint, columns: width }: Printer,
): string {
  if (tokens.length === 0) return paint.magenta("The swap API knows no such token.")
  return formatTable({
    columns: [
      { title: "chain" },
      { title: "symbol" },
      { title: "name" },
      { title: "address" },
      { title: "decimals", align: "right" },
      ...(hasBalances ? ([{ title: "balance", align: "right" }] as const) : []),
    ],
    rows: tokens.map((token) => [
      chainName(token.chainId),
      safeName(token.symbol),
      `${safeName(token.name)}${token.isVerified === false ? paint.magenta(" (not verified)") : ""}`,
      safeName(token.address, 200),
      String(token.decimals),
      ...(hasBalances ? [balanceOf(token)] : []),
    ]),
    paint,
    width,
  })
}

function balanceOf({ balance, decimals, balanceInUsd }: Token): string {
  if (balance === null) return "–"
  const amount = formatAmount(balance, decimals)
  return balanceInUsd === null ? amount : `${amount} (${dollars(balanceInUsd)})`
}

/** Lays out bridges and dexes, with the ids that options take. */
export function providerTable({ bridges, dexes }: Providers, { paint, columns: width }: Printer): string {
  const rowsOf = (kind: string, providers: Providers["bridges"]): string[][] =>
    providers.map(({ providerId, displayName }) => [safeName(providerId), kind, safeName(displayName)])
  const rows = [...rowsOf("bridge", bridges), ...rowsOf("dex", dexes)]
  if (rows.length === 0) return paint.magenta("The swap API has no providers.")
  return formatTable({ columns: [{ title: "id" }, { title: "kind" }, { title: "name" }], rows, paint, width })
}
