import { formatPercent } from "./routeFormat.js"
import { swapPlan, type SwapPlanFacts, swapQuestion } from "./swapPlan.js"
import type { TargetQuestion } from "#extras/swap/src/checks/confirmContracts.js"
import { isHighLoss, type ValueLoss, worstLoss } from "#extras/swap/src/checks/valueLoss.js"
import type { SignedEntry } from "#extras/swap/src/execution/types.js"
import type { GasForecast } from "#src/onchain/gas/forecastGas.js"
import { formatTokens, type Unit } from "#src/primitives/numbers/amount.js"
import { excerpt } from "#src/primitives/text.js"
import { askYes, type AskYesOptions, requireConsent } from "#src/terminal/askYes.js"
import { gasText } from "#src/terminal/gasText.js"
import { paint } from "#src/terminal/paint.js"
import { printEvent } from "#src/terminal/printJson.js"

export type ConfirmLossOptions = AskYesOptions & {
  /** Percent that the user said to accept. `undefined`: nothing was said, and a high loss is asked about. */
  readonly acceptLoss: number | undefined
  /** Warns without asking. */
  readonly yes: boolean
}

/** Warns of a swap that loses much of its value, and asks about that alone. Returns whether to go on. */
export async function confirmLoss(
  valueLoss: ValueLoss,
  { acceptLoss, yes, ...options }: ConfirmLossOptions,
): Promise<boolean> {
  if (!isHighLoss(valueLoss)) return true
  const { err } = options.terminal
  const lost = formatPercent(worstLoss(valueLoss))
  err.line(paint.magenta(`This swap loses ${lost} of its value, by the numbers of the swap API.`))
  // Whoever named the percentage has answered; a larger loss was refused.
  if (yes || acceptLoss !== undefined) return true
  return await askYes(`Accept a loss of ${lost}?`, options)
}

/** What a person has to know of an allowance before it is revoked. */
type RevokedFacts = {
  readonly chain: string
  readonly account: string
  readonly token: string
  readonly spender: string
  readonly amount: bigint
  readonly unit: Unit | undefined
  readonly gas: GasForecast
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
  for (const allowance of allowances) {
    err.line(allowanceLine(allowance))
    err.line(`  gas: ${gasText(allowance.gas)}`)
  }
  if (yes) return true
  return await askYes(allowances.length === 1 ? "Revoke it?" : `Revoke these ${allowances.length}?`, options)
}

export type ConfirmSwapOptions = ConfirmLossOptions & {
  readonly json: boolean
  /** Confirms without asking. The plan is shown in any case. */
  readonly yes: boolean
}

/**
 * Shows what a swap will do, and asks whether to execute it.
 *
 * @throws {InvalidInputError} nothing confirms it in advance, and there is no terminal to ask at
 */
export async function confirmSwap(
  plan: SwapPlanFacts,
  { json, yes, acceptLoss, ...options }: ConfirmSwapOptions,
): Promise<boolean> {
  const { out, err } = options.terminal
  const { request, input, output, route, transaction, leastOut, minOut = null, valueLoss } = plan
  const { functions, fees, undecoded } = plan
  const calldata = { functions, fees, undecoded }
  const facts = { request, input, output, route, transaction, leastOut, minOut, valueLoss, ...calldata }
  if (json) printEvent(out, "plan", facts)
  if (!json || !yes) err.show(swapPlan(plan))
  requireConsent(yes, options.input)
  if (!(await confirmLoss(valueLoss, { ...options, yes, acceptLoss }))) return false
  return yes || (await askYes(swapQuestion(plan), options))
}

/**
 * Asks whether to use up the nonce of a transaction that an earlier run signed and that can do its work no more.
 *
 * @throws {InvalidInputError} nothing confirms it in advance, and there is no terminal to ask at
 */
export async function confirmNonce(
  { entry, gas }: { readonly entry: SignedEntry; readonly gas: GasForecast | undefined },
  { yes, ...options }: AskYesOptions & { readonly yes: boolean },
): Promise<boolean> {
  const { err } = options.terminal
  const { quoteId, account, submission } = entry
  const { nonce } = submission
  err.line(
    `The swap of quote ${quoteId} is recorded as signed with nonce ${nonce}. It was not sent, and cannot be any more.`,
  )
  if (gas !== undefined) err.line(`gas: ${gasText(gas)}`)
  requireConsent(yes, options.input)
  return yes || (await askYes(`Use up nonce ${nonce}, by an empty payment of ${account} to itself?`, options))
}

/** Asks whether to go on with a route that does what was not shown when the swap was agreed to. */
export async function confirmCall(differences: readonly string[], options: AskYesOptions): Promise<boolean> {
  const { err } = options.terminal
  err.line(paint.magenta("The new quote does what was not shown:"))
  for (const difference of differences) err.line(paint.magenta(`  ${excerpt(difference, 300)}`))
  return await askYes("Go on with it?", options)
}

const says: Readonly<Record<TargetQuestion["kind"], string>> = {
  target: "the swap's transaction calls it, with every right that the account has",
  spender: "it may take the input token that is approved",
  deposit: "the whole amount is paid to it",
}

/** Asks about an address that is in no allow-list, or that a new quote has in place of another one. */
export async function confirmTarget(
  { kind, address, chainId, codeSize, isListed, replaces }: TargetQuestion,
  { chainName, ...options }: AskYesOptions & { readonly chainName: (chainId: number) => string },
): Promise<boolean> {
  const { err } = options.terminal
  const chain = chainName(chainId)
  const list = isListed ? "" : `, which is in no allow-list of ${chain}`
  const change = replaces === undefined ? "" : `, and the one before was for ${replaces}`
  const name = kind === "deposit" ? "deposit address" : kind
  const code = codeSize === 0 ? "an account without code" : `a contract of ${codeSize} bytes`
  err.line(paint.magenta(`The ${name} is ${address}, ${code}${list}${change}: ${says[kind]}.`))
  return await askYes(`Use ${address}?`, options)
}
