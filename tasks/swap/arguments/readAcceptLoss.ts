import { checkAcceptLoss } from "../../../src/swap/checks/checkLimits.js"

/**
 * Reads how much of its value a swap may lose, in percent.
 *
 * @throws {InvalidInputError} it is not a percentage from 0 to 100
 * @example
 * readAcceptLoss("20") // 20, as does "20 %"
 */
export function readAcceptLoss(text: string | undefined): number | undefined {
  return text === undefined ? undefined : checkAcceptLoss(text.trim().replace(/\s?%$/, ""), "--accept-loss")
}
