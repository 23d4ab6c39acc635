import type { Address, Hex } from "viem"

import { createViewReader, type ReadUint } from "../market/createViewReader.js"
import type { Market } from "../market/openMarket.js"
import { valueInUsd } from "../market/tokens.js"
import { type ChainToken, tokenOnTheWire, tokensOf } from "./tokenOnTheWire.js"
import { marketTokenArtifact } from "#extras/swap/src/artifacts/tokens.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"

const { abi: tokenAbi } = marketTokenArtifact

export type TokensRequest = {
  /** Default: all. */
  readonly chainIds?: readonly number[] | undefined
  /** Part of a token's address, name or symbol. */
  readonly search?: string | undefined
  /** Number of tokens of each chain, starting with the one that is traded most. Default: all. */
  readonly most?: number | undefined
  /** Account whose balances to list. Default: balances are zero. */
  readonly user?: Address | undefined
}

/** Lists the tokens of each chain, the one that is traded most first. */
export async function listTokens(
  { chains, contracts, ledger }: Pick<Market, "chains" | "contracts" | "ledger">,
  { chainIds, search = "", most = Infinity, user }: TokensRequest,
): Promise<Record<number, readonly object[]>> {
  const requested = chains.filter(({ chainId }) => chainIds?.includes(chainId) ?? true)
  const entries = await Promise.all(
    requested.map(async (chain) => {
      const volumes = ledger.volumes(chain.slug)
      const ranked = tokensOf(chain.chainId, contracts)
        .map((token) => ({ ...token, volumeInUsd: valueInUsd(token.info, volumes.get(token.address) ?? 0n) }))
        .sort((one, other) => other.volumeInUsd - one.volumeInUsd)
        .map((token, index) => ({ ...token, trendingRank: index + 1 }))
      const found = ranked.filter((token) => matches(token, search)).slice(0, most)
      const read = createViewReader(chain, contracts)
      return [chain.chainId, await Promise.all(found.map((token) => describe(chain, token, { user, read })))] as const
    }),
  )
  return Object.fromEntries(entries)
}

function matches({ address, info }: ChainToken, search: string): boolean {
  const text = search.toLowerCase()
  return [address, info.name, info.symbol].some((name) => name.toLowerCase().includes(text))
}

async function describe(
  chain: LocalChain,
  token: ChainToken & { readonly volumeInUsd: number; readonly trendingRank: number },
  { user, read }: { user: Address | undefined; read: ReadUint },
): Promise<object> {
  const { address, info } = token
  const isNative = address === nativeToken
  const [supply, balance] = await Promise.all([
    isNative ? 0n : read(address, tokenAbi, "totalSupply"),
    user === undefined ? 0n : isNative ? balanceOf(chain, user) : read(address, tokenAbi, "balanceOf", [user]),
  ])
  return {
    ...tokenOnTheWire(token),
    isShortListed: true,
    isVerified: true,
    tags: isNative ? ["native"] : [],
    trendingRank: token.trendingRank,
    marketCap: valueInUsd(info, supply ?? 0n),
    totalVolume: token.volumeInUsd,
    balance: (balance ?? 0n).toString(),
    balanceInUsd: valueInUsd(info, balance ?? 0n),
  }
}

async function balanceOf({ provider }: LocalChain, user: Address): Promise<bigint> {
  return BigInt((await provider.request({ method: "eth_getBalance", params: [user, "latest"] })) as Hex)
}
