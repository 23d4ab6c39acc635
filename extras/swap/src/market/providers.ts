import type { MarketToken } from "./tokens.js"

/** The dexes of every chain. A provider's id is the key of its contract in `MarketContracts`. To add one also: `market/deploy.ts`. */
export const dexes: Readonly<Record<Dex, DexInfo>> = {
  curve: { displayName: "Devnet Curve", feeBps: 30, trades: ["usdc", "usdt", "weth", "spark"] },
  desk: { displayName: "Devnet Desk", feeBps: 80, trades: ["usdc", "usdt", "weth"] },
}

export const bridges: Readonly<Record<Bridge, BridgeInfo>> = {
  pool: { displayName: "Devnet Pool", feeBps: 20, delay: 0, carries: ["usdc", "usdt", "weth"] },
  /** WETH is missing, because it cannot be minted: each is backed by a native token. */
  press: { displayName: "Devnet Press", feeBps: 5, delay: 5, carries: ["usdc", "usdt"] },
}

export const depositProvider = { id: "vault", displayName: "Devnet Vault" } as const

export type Dex = "curve" | "desk"
export type Bridge = "pool" | "press"

export const everyDex: readonly Dex[] = Object.keys(dexes) as readonly Dex[]
export const everyBridge: readonly Bridge[] = Object.keys(bridges) as readonly Bridge[]

type ProviderInfo = {
  readonly displayName: string
  /** The fee of a trade or a delivery, in hundredths of a percent. */
  readonly feeBps: number
}

type DexInfo = ProviderInfo & { readonly trades: readonly MarketToken[] }

type BridgeInfo = ProviderInfo & {
  /** Seconds between arrival and payment. */
  readonly delay: number
  readonly carries: readonly MarketToken[]
}
