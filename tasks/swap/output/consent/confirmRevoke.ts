import { type Unit, formatTokens } from "../../../../src/primitives/numbers/amount.js"
import { askYes, type AskYesOptions } from "../../../../src/terminal/askYes.js"

/** What a person has to know of an allowance before it is revoked. */
type RevokedFacts = {
  readonly chain: string
  readonly account: string
  readonly token: string
  readonly spender: string
  readonly amount: bigint
  readonly unit: Unit | undefined
}

/** Formats an allowance: who may take what from whom, and where. */
function allowanceLine({ chain, account, token, spender, amount, unit }: RevokedFacts): string {
  return `On ${chain}, ${spender} may take ${formatTokens(amount, unit)} of ${token} from ${account}.`
}

/** Shows the allowances that will be revoked, and asks. */
export async function confirmRevoke(
  allowances: readonly RevokedFacts[],
  { yes, ...options }: AskYesOptions & { readonly yes: boolean },
): Promise<boolean> {
  const { err } = options.terminal
  for (const allowance of allowances) err.line(allowanceLine(allowance))
  if (yes) return true
  return await askYes(allowances.length === 1 ? "Revoke it?" : `Revoke these ${allowances.length}?`, options)
}
