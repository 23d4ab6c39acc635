import { isHighLoss, type ValueLoss, worstLoss } from "../../../../src/swap/checks/valueLoss.js"
import { askYes, type AskYesOptions } from "../../../../src/terminal/askYes.js"
import { formatPercent } from "../lossFormat.js"

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
  err.line(err.paint.magenta(`This swap loses ${lost} of its value, by the numbers of the swap API.`))
  // Whoever named the percentage has answered; a larger loss was refused.
  if (yes || acceptLoss !== undefined) return true
  return await askYes(`Accept a loss of ${lost}?`, options)
}
