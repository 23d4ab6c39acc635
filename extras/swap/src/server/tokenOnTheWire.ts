import type { Address } from "viem"

import type { MarketContracts } from "../market/contracts.js"
import { bridges, depositProvider, dexes, everyBridge, everyDex } from "../market/providers.js"
import { tokenAt } from "../market/quoting/readQuoteRequest.js"
import { marketTokens, nativeInfo, priceInUsd, type TokenInfo, valueInUsd } from "../market/tokens.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { ChainIdentity } from "#src/devnet/chain/chains.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

export type ChainToken = { readonly chainId: number; readonly address: Address; readonly info: TokenInfo }

/** Lists the tokens of a chain: its native token, and the market's. */
export function tokensOf(chainId: number, contracts: MarketContracts): readonly ChainToken[] {
  const tokens = Object.entries(marketTokens) as [keyof typeof marketTokens, TokenInfo][]
  return [
    { chainId, address: nativeToken, info: nativeInfo },
    ...tokens.map(([token, info]) => ({ chainId, address: contracts[token], info })),
  ]
}

/** Finds the token that a quote names, which is one of the market's. */
export function tokenOf(chainId: number, contracts: MarketContracts, address: Address): ChainToken {
  if (address === nativeToken) return { chainId, address, info: nativeInfo }
  const token = tokenAt(contracts, address)
  if (token === undefined) throw new Error(`the market has no token at ${address}`)
  return { chainId, address, info: marketTokens[token] }
}

export function tokenOnTheWire({ chainId, address, info: { name, symbol, decimals } }: ChainToken): object {
  const logoURI = logo(symbol)
  return { chainId, address, name, symbol, decimals, logoURI, icon: logoURI }
}

/** Formats an amount of a token, with its value in dollars when the market opened. */
export function amountOnTheWire(token: ChainToken, amount: bigint): object {
  return {
    token: tokenOnTheWire(token),
    amount: amount.toString(),
    priceInUsd: priceInUsd(token.info),
    valueInUsd: valueInUsd(token.info, amount),
  }
}

/** By letter. An answer with four routes has sixty. */
const logos = new Map<string, string>()

/** Draws a logo as a data URL, which needs no other server: the first letter in a circle. */
export function logo(name: string): string {
  const letter = name.charAt(0)
  return getOrAdd(logos, letter, () => drawLogo(letter))
}

function drawLogo(letter: string): string {
  const circle = '<circle cx="8" cy="8" r="8" fill="#ddd"/>'
  const text = `<text x="8" y="12" font-size="11" text-anchor="middle">${letter}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${circle}${text}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export function chainOnTheWire({ chainId, name }: Pick<ChainIdentity, "chainId" | "name">): object {
  const { symbol, decimals } = nativeInfo
  return {
    chainId,
    name,
    icon: logo(name),
    currency: {
      address: nativeToken.toLowerCase(),
      name: nativeInfo.name,
      symbol,
      decimals,
      icon: logo(symbol),
      minNativeCurrencyForGas,
    },
    explorers: [],
    sendingEnabled: true,
    receivingEnabled: true,
    isAutoEnabled: true,
    isManualEnabled: true,
    isDepositEnabled: true,
    dexes: everyDex,
    bridges: everyBridge,
  }
}

/** Wei. Enough for a few routes at a local chain's gas price. */
const minNativeCurrencyForGas = "10000000000000000"

/** Formats all providers for the swap API. The provider of deposit routes is listed among the bridges. */
export function providersOnTheWire(includeDepositRoutes: boolean): object {
  const provider = (providerId: string, displayName: string) => ({
    providerId,
    displayName,
    logoURI: logo(displayName),
  })
  return {
    bridges: [
      ...everyBridge.map((id) => provider(id, bridges[id].displayName)),
      ...(includeDepositRoutes ? [provider(depositProvider.id, depositProvider.displayName)] : []),
    ],
    dexes: everyDex.map((id) => provider(id, dexes[id].displayName)),
  }
}
