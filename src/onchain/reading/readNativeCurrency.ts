import type { Chain, Client } from "viem"

/** The native currency of a chain. */
export type NativeCurrency = { readonly symbol: string; readonly decimals: number }

/** What a chain has that nobody lists, such as a local one. Every EVM chain counts its currency in 1e-18. */
const ether: NativeCurrency = { symbol: "ETH", decimals: 18 }

/**
 * Returns the native currency of a chain: that of the client's chain, or else that of viem's list of chains, because no node can be
 * asked. A chain that is in neither has ether.
 */
export async function readNativeCurrency(client: Client | undefined, chainId: number): Promise<NativeCurrency> {
  if (client?.chain?.id === chainId) return client.chain.nativeCurrency
  const chains: Readonly<Record<string, Chain>> = await import("viem/chains")
  return Object.values(chains).find(({ id }) => id === chainId)?.nativeCurrency ?? ether
}
