import { isEvmTxData, type QuoteRoute } from "../types.js"
import type { GetQuoteParameters } from "../wire/parameters/types.js"

/** How much of the input a route takes: as was asked, or as the route says where the output was asked for. Zero if nothing says it. */
export function inputAmountOf(
  { inputAmount }: Pick<GetQuoteParameters, "inputAmount">,
  { input, approval, txData }: Pick<QuoteRoute, "input" | "approval" | "txData">,
): bigint {
  const attached = isEvmTxData(txData) ? txData.object.value : 0n
  return inputAmount ?? input?.amount ?? approval?.amount ?? attached
}
