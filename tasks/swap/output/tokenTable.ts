import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import type { Token } from "../../../src/swap/types.js"
import { dollars, safeName } from "./routeFormat.js"
import { formatTable } from "../../../src/terminal/table.js"
import type { Printer } from "../../../src/terminal/terminal.js"

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
