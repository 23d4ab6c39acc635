// What a devnet is when nobody says otherwise. Apart from everything heavy, because a configuration names it too.

export const defaultChains: readonly string[] = ["alpha", "beta"]
export const defaultApiKey = "devnet"
export const defaultAffiliate = "devnet"

/** The chain that app gateways live on, beside those that are named. */
export const gatewayChain = { name: "gateway", chainId: 41000, slug: 41000 } as const
