import { dollars, safeName } from "./routeFormat.js"
import type { Chain, Providers, Token } from "#extras/swap/src/types.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { paint } from "#src/terminal/paint.js"
import { type Report, right, table } from "#src/terminal/report.js"

/**
 * The chains that swaps can use.
 *
 * @param configuredName names the chain of an id, if the project configures it
 */
export function swapChainTable(
  chains: readonly Chain[],
  configuredName: (chainId: number) => string | undefined,
): Report {
  if (chains.length === 0) return paint.magenta("The swap API knows no chains.")
  return table(chains, {
    chain: ({ name }) => safeName(name),
    "chain id": right(({ chainId }) => chainId),
    "called here": ({ chainId }) => configuredName(chainId),
    currency: ({ currency }) => safeName(currency.symbol),
    "own for gas": right(forGas),
    ways,
    dexes: ({ dexes }) => list(dexes),
    bridges: ({ bridges }) => list(bridges),
  })
}

function forGas({ currency: { minNativeCurrencyForGas: least, decimals } }: Chain): string | null {
  return least === null ? null : formatAmount(least, decimals)
}

function ways({ sendingEnabled, receivingEnabled, isDepositEnabled }: Chain): string {
  const open = [
    ...(sendingEnabled ? ["from"] : []),
    ...(receivingEnabled ? ["to"] : []),
    ...(isDepositEnabled ? ["deposit"] : []),
  ]
  return open.length === 0 ? "none" : open.join(", ")
}

function list(ids: readonly string[]): string | null {
  return ids.length === 0 ? null : ids.map((id) => safeName(id)).join(", ")
}

export type TokenTableOptions = {
  /** Names the chain of an id. */
  readonly chainName: (chainId: number) => string
  /** Whether an account's balances were requested. */
  readonly hasBalances: boolean
}

/** Tokens, with balances if they were requested. */
export function tokenTable(tokens: readonly Token[], { chainName, hasBalances }: TokenTableOptions): Report {
  if (tokens.length === 0) return paint.magenta("The swap API knows no such token.")
  return table(tokens, {
    chain: ({ chainId }) => chainName(chainId),
    symbol: (token) => safeName(token.symbol) + paint.magenta(symbolMark(token, tokens)),
    name: ({ name, isVerified }) => safeName(name) + (isVerified === false ? paint.magenta(" (not verified)") : ""),
    address: ({ address }) => safeName(address, 200),
    decimals: right(({ decimals }) => decimals),
    balance: hasBalances && right(balanceOf),
  })
}

/** Marks a symbol that can be taken for another one. It is what the API says, and any contract can have any. */
function symbolMark({ symbol, chainId, address }: Token, tokens: readonly Token[]): string {
  const plain = (text: string): string => text.toLowerCase().replace(/\.e$/, "")
  const isShared = tokens.some(
    (other) => other.chainId === chainId && other.address !== address && plain(other.symbol) === plain(symbol),
  )
  if (isShared) return " (not the only one)"
  return /[^ -~]/.test(symbol) ? " (odd letters)" : ""
}

function balanceOf({ balance, decimals, balanceInUsd }: Token): string | null {
  if (balance === null) return null
  const amount = formatAmount(balance, decimals)
  return balanceInUsd === null ? amount : `${amount} (${dollars(balanceInUsd)})`
}

/** Bridges and dexes, with the ids that options take. */
export function providerTable({ bridges, dexes }: Providers): Report {
  const rows = [
    ...bridges.map((provider) => ({ ...provider, kind: "bridge" })),
    ...dexes.map((provider) => ({ ...provider, kind: "dex" })),
  ]
  if (rows.length === 0) return paint.magenta("The swap API has no providers.")
  return table(rows, {
    id: ({ providerId }) => safeName(providerId),
    kind: ({ kind }) => kind,
    name: ({ displayName }) => safeName(displayName),
  })
}
