import { formatAmount } from "../../../primitives/numbers/amount.js"
import type { RequestRecord } from "../../gateway/ledger/types.js"
import { payloadOnTheWire, type WireContext } from "./payloadOnTheWire.js"

/**
 * Formats a request for the gateway API in every published shape at once, because each client reads only the lists of its own: one list
 * under either name, and one list each for writes and reads.
 */
export function requestOnTheWire(request: RequestRecord, context: WireContext): object {
  const { status, requestCount, openedBy, feePoolChain, feePoolToken, maxFees, fee } = request
  const payloads = request.payloads.map((payload) => ({
    isRead: payload.callType === "READ",
    onTheWire: payloadOnTheWire(payload, context),
  }))
  const all = payloads.map(({ onTheWire }) => onTheWire)
  const fees = {
    feePoolChain,
    feePoolToken,
    maxFees: formatAmount(maxFees, creditDecimals),
    fee: formatAmount(fee, creditDecimals),
  }
  return {
    status,
    requestCount,
    openedBy: openedBy ?? null,
    writePayloads: payloads.flatMap(({ isRead, onTheWire }) => (isRead ? [] : [onTheWire])),
    readPayloads: payloads.flatMap(({ isRead, onTheWire }) => (isRead ? [onTheWire] : [])),
    Payloads: all,
    payloads: all,
    feeInfo: fees,
    feesInfo: fees,
  }
}

/** Decimals of a credit, the same as of the token that is paid for it. */
const creditDecimals = 18
