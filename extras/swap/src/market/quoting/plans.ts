import { type Bridge, bridges, type Dex, dexes, everyBridge, everyDex } from "../providers.js"
import type { MarketToken } from "../tokens.js"

/** What a route passes through: `input → [originDex] → carried → [bridge] → carried → [destinationDex] → output`. */
export type Plan = {
  readonly originDex: Dex | undefined
  /** Undefined on a route that stays on its chain. */
  readonly crossing: { readonly bridge: Bridge; readonly carried: MarketToken } | undefined
  readonly destinationDex: Dex | undefined
}

/** The token that routes cross in when no bridge carries their input or output. */
const hub: MarketToken = "usdc"

/** Lists every plan from one token to another on the same chain. Equal tokens are the native token and WETH. */
export function plansOnChain(input: MarketToken, output: MarketToken): readonly Plan[] {
  return dexesFor(input, output).map((originDex) => ({ originDex, crossing: undefined, destinationDex: undefined }))
}

/** Lists every plan to another chain that crosses in the input token, in the output token or in the hub. */
export function plansAcross(input: MarketToken, output: MarketToken): readonly Plan[] {
  return everyBridge.flatMap((bridge) =>
    bridges[bridge].carries
      .filter((carried) => [input, output, hub].includes(carried))
      .flatMap((carried) =>
        dexesFor(input, carried).flatMap((originDex) =>
          dexesFor(carried, output).map((destinationDex) => ({
            originDex,
            crossing: { bridge, carried },
            destinationDex,
          })),
        ),
      ),
  )
}

/** The providers of a plan, in the sequence in which value passes through them. */
export function providersOf({ originDex, crossing, destinationDex }: Plan): readonly (Dex | Bridge)[] {
  return [originDex, crossing?.bridge, destinationDex].filter((provider) => provider !== undefined)
}

/** Whether the request allows a plan's providers. `include` restricts the kinds it names: bridges alone leave all dexes allowed. */
export function isAllowed(
  plan: Plan,
  { include = [], exclude = [] }: { include?: readonly string[] | undefined; exclude?: readonly string[] | undefined },
): boolean {
  const included = [everyDex, everyBridge].map((kind: readonly string[]) => include.filter((id) => kind.includes(id)))
  return providersOf(plan).every((provider) => {
    if (exclude.includes(provider)) return false
    const ofItsKind = provider in dexes ? included[0] : included[1]
    return ofItsKind === undefined || ofItsKind.length === 0 || ofItsKind.includes(provider)
  })
}

function dexesFor(from: MarketToken, to: MarketToken): readonly (Dex | undefined)[] {
  if (from === to) return [undefined]
  return everyDex.filter((dex) => dexes[dex].trades.includes(from) && dexes[dex].trades.includes(to))
}
