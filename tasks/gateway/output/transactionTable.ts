import type { Address, Hex } from "viem"

import { transactionStates } from "#src/gateway/states.js"
import { formatAge } from "#src/primitives/duration.js"
import { paintState } from "#src/terminal/paintState.js"
import { type Report, right, table } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

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

/** Transactions of the gateway chain, one a row. */
export function transactionTable(
  rows: readonly TransactionRow[],
  { contractName, now }: { readonly contractName: (address: string) => string | undefined; readonly now: number },
): Report {
  return table(rows, {
    age: right(({ sentAt }) => (sentAt === null ? null : formatAge(now - sentAt))),
    state: ({ status }) => status && paintState(status, transactionStates),
    "app gateway": ({ appGateway }) => contractName(appGateway) ?? shortenHex(appGateway),
    payloads: right(({ payloadCount }) => payloadCount),
    transaction: ({ txHash }, hash) => hash(txHash),
  })
}
