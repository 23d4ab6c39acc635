import type { Address, Hex } from "viem"

import { formatAge } from "#src/primitives/duration.js"
import { paintState } from "#src/terminal/paintState.js"
import { right, type Table, table } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

/** A message in a list. */
export type MessageRow = {
  readonly messageId: Hex
  /** `null` if neither the API nor the chains say. */
  readonly status: string | null
  readonly srcChainSlug: number
  readonly srcPlug: Address
  readonly dstChainSlug: number
  readonly dstPlug: Address
  readonly outboundTx: Hex
  /** Who sent the transaction; `null` if the node does not say. */
  readonly account: Address | null
  /** When it was sent, in milliseconds since 1970, by the clock of its chain; `null` if the node does not say. */
  readonly sentAt: number | null
}

/** How the rows are shown. */
type MessageTableOptions = {
  readonly chainName: (slug: number) => string
  /** Names a plug of the project; `undefined` for any other. */
  readonly plugName: (slug: number, address: string) => string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Messages, one a row, as `list` and `watch` show them. To add a column with a value of its own: `MessageRow` here, `listMessages.ts`,
 * `scripts/schemas/tasks/messaging.ts`, which does not compile without it, and `watchView.ts`.
 */
export function messageTable(rows: readonly MessageRow[], { chainName, plugName, now }: MessageTableOptions): Table {
  return table(rows, {
    age: right(({ sentAt }) => (sentAt === null ? null : formatAge(now - sentAt))),
    state: ({ status }) => status && paintState(status),
    route: ({ srcChainSlug, dstChainSlug }) => `${chainName(srcChainSlug)} → ${chainName(dstChainSlug)}`,
    plug: ({ srcChainSlug, srcPlug }) => plugName(srcChainSlug, srcPlug) ?? shortenHex(srcPlug),
    transaction: ({ outboundTx }, hash) => hash(outboundTx),
  })
}
