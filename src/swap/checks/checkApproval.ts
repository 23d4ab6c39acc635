import type { Approval } from "../../onchain/allowances.js"
import { nativeToken } from "../nativeToken.js"
import type { EvmTransaction, RouteApproval } from "../types.js"
import type { Difference, RouteRefusal } from "./routeRefusals.js"
import type { CheckedLimits, CheckedRoute } from "./types.js"

/**
 * Refuses an approval of a token that is not swapped, or of more than is swapped. Whether its spender is allowed is not checked here.
 *
 * @returns `undefined` if nothing has to be approved
 */
export function checkApproval(
  { tokenAddress: token, spenderAddress: spender, amount }: RouteApproval,
  {
    request: { inputToken, inputAmount },
    refuse,
  }: {
    readonly request: CheckedRoute["request"]
    readonly refuse: (reason: RouteRefusal, difference?: Difference) => void
  },
): Approval | undefined {
  if (inputToken === nativeToken || token !== inputToken) {
    refuse("OTHER_APPROVAL_TOKEN", { requested: inputToken, offered: token })
  }
  if (amount > inputAmount) refuse("APPROVAL_TOO_HIGH", { requested: String(inputAmount), offered: String(amount) })
  return amount === 0n ? undefined : { token, spender, amount }
}

/** Whether the transaction calls a spender, or a list has it. */
export function isAllowedSpender(
  { spenderAddress }: RouteApproval,
  { to }: EvmTransaction,
  { allowedSpenders }: CheckedLimits,
): boolean {
  return spenderAddress === to || allowedSpenders.includes(spenderAddress)
}
