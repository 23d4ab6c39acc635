import type { Approval } from "../../onchain/allowances.js"
import { nativeToken } from "../nativeToken.js"
import type { EvmTransaction, RouteApproval } from "../types.js"
import type { Difference, RouteRefusal } from "./routeRefusals.js"
import type { CheckedLimits, CheckedRoute } from "./types.js"

/** Refuses to approve another token or more than is swapped. The spender is checked elsewhere. `undefined` if none is needed. */
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
