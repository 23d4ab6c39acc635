import type { FeeRow } from "./feeTable.js"

/** The fee of one message with the fields that it has in JSON, where its gas limit is called as the API calls it. */
export function feeFields({ gasLimit: msgGasLimit, ...row }: FeeRow): object {
  return { ...row, msgGasLimit }
}
