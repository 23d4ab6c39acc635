import type { SwapClient, Token } from "../../../swap/index.js"
import type { TokenQuery } from "../../arguments/swap/readTokenQuery.js"

/** Asks for tokens: those that are listed, or those that are found; of the asked chains alone, chain by chain. */
export async function lookUpTokens(
  client: SwapClient,
  { search, chainIds, list, userAddress }: TokenQuery,
  signal: AbortSignal,
): Promise<Token[]> {
  const byChain =
    search === undefined
      ? await client.listTokens({ chainIds, list, userAddress, signal })
      : (await client.searchTokens({ q: search, userAddress, signal })).tokens
  const tokens = Object.values(byChain).flat()
  return chainIds === undefined ? tokens : tokens.filter(({ chainId }) => chainIds.includes(chainId))
}
