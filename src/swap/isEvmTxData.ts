import { isRecord } from "../primitives/isRecord.js"
import type { TxData } from "./types.js"

/**
 * Checks whether the transaction of a route is one for an EVM chain, the only kind that this package can send.
 *
 * @example
 * if (isEvmTxData(route.txData)) console.log(route.txData.object.to)
 */
export function isEvmTxData(txData: TxData | null): txData is Extract<TxData, { kind: "evm_tx" }> {
  return txData?.kind === "evm_tx" && isRecord(txData.object)
}
