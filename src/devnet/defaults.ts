// What a devnet is when nobody says otherwise. Apart from everything heavy, because a configuration names it too.

export const defaultChains: readonly string[] = ["alpha", "beta"]
export const defaultApiKey = "devnet"
