import type { Address, Hex } from "viem"

import { formatAge } from "#src/primitives/duration.js"
import { paintState } from "#src/terminal/paintState.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import { type Column, formatHashTable } from "#src/terminal/table.js"
import type { Paint, Printer } from "#src/terminal/terminal.js"

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

/** @param hash writes a hash as wide as the window allows */
type Cell = (
  row: MessageRow,
  options: MessageTableOptions & { readonly paint: Paint; readonly hash: (hex: string) => string },
) => string

/**
 * The columns of `list` and `watch`, from left to right. To add one with a value of its own: `MessageRow` here, `listMessages.ts`,
 * `scripts/schemas/tasks/messaging-list.ts`, which does not compile without it, and `watchView.ts`.
 */
const messageColumns: readonly (Column & { readonly cell: Cell })[] = [
  { title: "age", align: "right", cell: ({ sentAt }, { now }) => (sentAt === null ? "–" : formatAge(now - sentAt)) },
  { title: "state", cell: ({ status }, { paint }) => (status === null ? "–" : paintState(status, paint)) },
  {
    title: "route",
    cell: ({ srcChainSlug, dstChainSlug }, { chainName }) => `${chainName(srcChainSlug)} → ${chainName(dstChainSlug)}`,
  },
  {
    title: "plug",
    cell: ({ srcChainSlug, srcPlug }, { plugName }) => plugName(srcChainSlug, srcPlug) ?? shortenHex(srcPlug),
  },
  { title: "transaction", cell: ({ outboundTx }, { hash }) => hash(outboundTx) },
]

/** Lists messages, one a row. A narrow window shortens hashes; JSON has them whole. */
export function messageTable(
  rows: readonly MessageRow[],
  options: MessageTableOptions,
  { paint, columns: width }: Pick<Printer, "paint" | "columns">,
): string {
  const cellsWith = (hash: (hex: string) => string) =>
    rows.map((row) => messageColumns.map(({ cell }) => cell(row, { ...options, paint, hash })))
  return formatHashTable(cellsWith, { columns: messageColumns, paint, width })
}
