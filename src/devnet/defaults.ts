// A devnet's defaults. In a file without imports, because the plugin's configuration needs them too.

export const defaultChains: readonly string[] = ["alpha", "beta"]
export const defaultApiKey = "devnet"
export const defaultAffiliate = "devnet"

/** Seconds. Deployed ones take hours, but nobody waits for hours while developing. */
export const defaultOptimisticTimeout = 5

/** The chain of app gateways, which a devnet has beside the chains that are named. */
export const gatewayChain = { name: "gateway", chainId: 41000, slug: 41000 } as const
