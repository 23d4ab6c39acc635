import type { ChainIdentity } from "../../chain/chains.js"
import { nativeToken } from "../../../swap/nativeToken.js"
import { bridges, depositProvider, dexes, everyBridge, everyDex } from "../../market/providers.js"
import { nativeInfo } from "../../market/tokens.js"
import { logo } from "./tokenOnTheWire.js"

/** Formats a chain for the swap API. */
export function chainOnTheWire({ chainId, name }: ChainIdentity): object {
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
