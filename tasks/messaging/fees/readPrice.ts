import type { Client } from "viem"
import { getChainId } from "viem/actions"

import type { CoinPrice } from "../output/feeHistory.js"
import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import type { Patience } from "#src/onchain/scanning/askPatiently.js"
import { readNativeCurrency } from "#src/onchain/tokens.js"
import { isDollars } from "#src/plugin/config/configChecks.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"

/** Reads what the currency of a chain is worth: by the function of `plugs.prices`, or else by `plugs.swap.prices`. */
export async function readPrice(
  { prices, swap }: Pick<PlugsConfig, "prices" | "swap">,
  { client, name: chain, slug: chainSlug }: { readonly client: Client; readonly name: string; readonly slug: number },
  patience: Patience,
): Promise<CoinPrice> {
  const chainId = await getChainId(client).catch(() => chainSlug)
  const { symbol } = await readNativeCurrency(client, chainId)
  const coin = { chain, chainSlug, symbol, usd: null }
  const listed = Object.entries(swap.prices[chain] ?? {}).find(([key]) => key.toUpperCase() === symbol.toUpperCase())
  const ask = async (): Promise<unknown> => await (prices === undefined ? listed?.[1] : prices(chain, symbol))
  // The text of an error may have the URL of what the function asked, and with it a key.
  const asked = await withTimeLimit(10_000, ask, patience).catch(() => ({ kind: "failed" as const }))
  if (asked.kind !== "done") return { ...coin, problem: asked.kind }
  if (asked.value === undefined) return { ...coin, problem: null }
  if (isDollars(asked.value)) return { ...coin, usd: asked.value, problem: null }
  return { ...coin, problem: "what it returns is no number above 0 and at most 1e12" }
}
