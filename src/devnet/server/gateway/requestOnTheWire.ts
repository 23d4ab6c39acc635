import { formatAmount } from "../../../primitives/amount.js"
import type { RequestRecord } from "../../gateway/ledger/types.js"
import { payloadOnTheWire, type WireContext } from "./payloadOnTheWire.js"

/** Formats a request for the gateway API. */
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

/** Decimals of a credit, the same as of the token that is paid for it. */
const creditDecimals = 18
