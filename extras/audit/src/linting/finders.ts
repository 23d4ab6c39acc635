import type { FindInContract, FindInFile, RuleName } from "./rules.js"
import { constantGas } from "./rules/constantGas.js"
import { feeFromBalance } from "./rules/feeFromBalance.js"
import { growingLoop } from "./rules/growingLoop.js"
import { openAsync } from "./rules/openAsync.js"
import { openCallback } from "./rules/openCallback.js"
import { openConnect } from "./rules/openConnect.js"
import { openInbound } from "./rules/openInbound.js"
import { revertingInbound } from "./rules/revertingInbound.js"
import { trustedOrder } from "./rules/trustedOrder.js"
import { txOrigin } from "./rules/txOrigin.js"
import { uncheckedLength } from "./rules/uncheckedLength.js"
import { unpaidSend } from "./rules/unpaidSend.js"
import { wrongInbound } from "./rules/wrongInbound.js"
import { wrongRefund } from "./rules/wrongRefund.js"

/** Who finds what breaks a rule: in a contract with all that it inherits, or in a file. The comments are not in the tree. */
export const inContracts: Readonly<Record<Exclude<RuleName, "tx-origin" | "wrong-disable">, FindInContract>> = {
  "open-inbound": openInbound,
  "open-connect": openConnect,
  "wrong-inbound": wrongInbound,
  "unpaid-send": unpaidSend,
  "fee-from-balance": feeFromBalance,
  "wrong-refund": wrongRefund,
  "constant-gas": constantGas,
  "growing-loop": growingLoop,
  "reverting-inbound": revertingInbound,
  "unchecked-length": uncheckedLength,
  "trusted-order": trustedOrder,
  "open-callback": openCallback,
  "open-async": openAsync,
}

export const inFiles: Readonly<Record<"tx-origin", FindInFile>> = { "tx-origin": txOrigin }
