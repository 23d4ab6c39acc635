import { formatAmount } from "../../../primitives/amount.js"
import type { RequestRecord } from "../../gateway/ledger/records.js"
import { payloadOnTheWire, type WireContext } from "./payloadOnTheWire.js"

/** A request as the gateway API gives it. */
export function requestOnTheWire(request: RequestRecord, context: WireContext): object {
  const { status, requestCount, payloads, feePoolChain, feePoolToken, maxFees, fee } = request
  return {
    status,
    requestCount,
    Payloads: payloads.map((payload) => payloadOnTheWire(payload, context)),
    feesInfo: {
      feePoolChain,
      feePoolToken,
      maxFees: formatAmount(maxFees, creditDecimals),
      fee: formatAmount(fee, creditDecimals),
    },
  }
}

/** Of a credit, as of the token that it comes in as. */
const creditDecimals = 18
