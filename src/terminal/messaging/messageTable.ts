import { formatAge } from "../../primitives/duration.js"
import { paintState } from "../core/paintState.js"
import { shortenHex } from "../core/shortenHex.js"
import { formatHashTable } from "../core/table.js"
import type { Printer } from "../core/terminal.js"

/** A message in a list. */
export type ListedRow = {
  readonly messageId: string
  readonly status: string | null
  readonly srcChainSlug: number
  readonly srcPlug: string
  readonly dstChainSlug: number
  readonly outboundTx: string
  /** In milliseconds since 1970; `null` if it is not known. */
  readonly sentAt: number | null
}

/** How the rows are shown. */
export type MessageTableOptions = {
  readonly chainName: (slug: number) => string
  /** Names a plug of the project; `undefined` for any other. */
  readonly plugName: (slug: number, address: string) => string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Lists messages, one a row. What has no place in a narrow window is shortened; JSON has it whole. */
export function messageTable(
  rows: readonly ListedRow[],
  { chainName, plugName, now }: MessageTableOptions,
  { paint, columns }: Pick<Printer, "paint" | "columns">,
): string {
  const columnsOfList = ["state", "route", "plug", "transaction"].map((title) => ({ title }))
  return formatHashTable(
    (hash) =>
      rows.map(({ status, srcChainSlug, srcPlug, dstChainSlug, outboundTx, sentAt }) => [
        sentAt === null ? "–" : formatAge(now - sentAt),
        status === null ? "–" : paintState(status, paint),
        `${chainName(srcChainSlug)} → ${chainName(dstChainSlug)}`,
        plugName(srcChainSlug, srcPlug) ?? shortenHex(srcPlug),
        hash(outboundTx),
      ]),
    { columns: [{ title: "age", align: "right" }, ...columnsOfList], paint, width: columns },
  )
}
