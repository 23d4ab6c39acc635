import type { Address, Hex } from "viem"

import { transactionStates } from "#src/gateway/states.js"
import { formatAge } from "#src/primitives/duration.js"
import { paintState } from "#src/terminal/paintState.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import { formatHashTable } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"

/** A transaction of the gateway chain in a list. */
export type TransactionRow = {
  readonly txHash: Hex
  /** Of its request that is not over, else of its last one; `null` if the API does not know it. */
  readonly status: string | null
  readonly appGateway: Address
  readonly payloadCount: number
  /** In milliseconds since 1970, by the clock of the gateway chain; `null` if the node does not say. */
  readonly sentAt: number | null
}

/** Lists transactions of the gateway chain, one a row. */
export function transactionTable(
  rows: readonly TransactionRow[],
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
