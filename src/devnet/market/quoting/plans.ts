import { type Bridge, bridges, type Dex, dexes, everyBridge, everyDex } from "../providers.js"
import type { MarketToken } from "../tokens.js"

/** What a route goes through: `input → [originDex] → carried → [bridge] → carried → [destinationDex] → output`. */
export type Plan = {
  readonly originDex: Dex | undefined
  /** Absent on a route that stays on its chain. */
  readonly crossing: { readonly bridge: Bridge; readonly carried: MarketToken } | undefined
  readonly destinationDex: Dex | undefined
}

/** Between tokens that no bridge carries, this one is carried. */
const hub: MarketToken = "usdc"

/** Every way to get from one token to another on the same chain. Equal ones are the native token and its wrapper. */
export function plansOnChain(input: MarketToken, output: MarketToken): readonly Plan[] {
  return dexesFor(input, output).map((originDex) => ({ originDex, crossing: undefined, destinationDex: undefined }))
}

/** Every way across that makes sense: by the token that is there, by the one that is wanted, or by way of the hub. */
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

/** Every provider of a plan, in the order in which value goes through them. */
export function providersOf({ originDex, crossing, destinationDex }: Plan): readonly (Dex | Bridge)[] {
  return [originDex, crossing?.bridge, destinationDex].filter((provider) => provider !== undefined)
}

/**
 * Whether a plan goes only where it may. A list of those to include rules over the kinds that it names: one that names bridges
 * only leaves the dexes free.
 */
export function isWelcome(
  plan: Plan,
  { include = [], exclude = [] }: { include?: readonly string[] | undefined; exclude?: readonly string[] | undefined },
): boolean {
  const rules = [everyDex, everyBridge].map((kind: readonly string[]) => include.filter((id) => kind.includes(id)))
  return providersOf(plan).every((provider) => {
    if (exclude.includes(provider)) return false
    const rule = provider in dexes ? rules[0] : rules[1]
    return rule === undefined || rule.length === 0 || rule.includes(provider)
  })
}

function dexesFor(from: MarketToken, to: MarketToken): readonly (Dex | undefined)[] {
  if (from === to) return [undefined]
  return everyDex.filter((dex) => dexes[dex].trades.includes(from) && dexes[dex].trades.includes(to))
}
