import { transactionStates } from "../../../src/gateway/states.js"
import { formatAge } from "../../../src/primitives/duration.js"
import { paintState } from "../../../src/terminal/paintState.js"
import { shortenHex } from "../../../src/terminal/shortenHex.js"
import { formatHashTable } from "../../../src/terminal/table.js"
import type { Printer } from "../../../src/terminal/terminal.js"

/** A transaction of the gateway chain in a list. */
export type TransactionListRow = {
  readonly txHash: string
  readonly status: string | null
  readonly appGateway: string
  readonly payloadCount: number
  /** In milliseconds since 1970; `null` if it is not known. */
  readonly sentAt: number | null
}

/** Lists transactions of the gateway chain, one a row. */
export function transactionTable(
  rows: readonly TransactionListRow[],
  { contractName, now }: { readonly contractName: (address: string) => string | undefined; readonly now: number },
  { paint, columns }: Pick<Printer, "paint" | "columns">,
): string {
  return formatHashTable(
    (hash) =>
      rows.map(({ txHash, status, appGateway, payloadCount, sentAt }) => [
        sentAt === null ? "–" : formatAge(now - sentAt),
        status === null ? "–" : paintState(status, paint, transactionStates),
        contractName(appGateway) ?? shortenHex(appGateway),
        String(payloadCount),
        hash(txHash),
      ]),
    {
      columns: [
        { title: "age", align: "right" },
        { title: "state" },
        { title: "app gateway" },
        { title: "payloads", align: "right" },
        { title: "transaction" },
      ],
      paint,
      width: columns,
    },
  )
}
