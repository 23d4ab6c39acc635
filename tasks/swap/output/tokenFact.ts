import { safeName } from "./routeFormat.js"

/** A token, and whether what is shown of it was read from its chain. */
export type ShownToken = {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  readonly isFromChain: boolean
}

/** Names a token in full: its address and symbol, and that they are the API's claim where the chain could not be asked. */
export function tokenFact({ address, symbol, decimals, isFromChain }: ShownToken, chain: string): string {
  const claim = isFromChain ? "" : `, as the swap API claims: ${chain} was not reached`
  return `${safeName(address, 200)}, ${safeName(symbol)} with ${decimals} decimals on ${chain}${claim}`
}
