import type { Row } from "./WatchDatabase.js"

/**
 * The table of an export. Times are milliseconds since 1970. Amounts, which can pass 64 bits, are decimal digits. To add a column: its type
 * here, its value in `selectExported` or `toExported`, and what it means in `scripts/schemas/tasks/watch.ts`.
 */
export const exportedTable: string = `
CREATE TABLE messages (
  messageId TEXT PRIMARY KEY, status TEXT NOT NULL, srcChainSlug INTEGER NOT NULL, srcPlug TEXT NOT NULL,
  dstChainSlug INTEGER NOT NULL, dstPlug TEXT NOT NULL, outboundTx TEXT NOT NULL, outboundBlock INTEGER NOT NULL,
  outboundLogIndex INTEGER NOT NULL, sentAt INTEGER NOT NULL, sealTx TEXT, sealBlock INTEGER, sealedAt INTEGER,
  proposeTx TEXT, proposeBlock INTEGER, proposedAt INTEGER, attestTx TEXT, attestBlock INTEGER, attestedAt INTEGER,
  executionTxHash TEXT, executionBlock INTEGER, executedAt INTEGER, packedMessage TEXT NOT NULL, fee TEXT NOT NULL,
  executionFee TEXT NOT NULL, minMsgGasLimit TEXT NOT NULL, executionParams TEXT NOT NULL, payload TEXT NOT NULL
) STRICT`

export const exportedColumns: readonly (readonly [name: string, type: string])[] = Array.from(
  exportedTable.matchAll(/\b(\w+) ((?:TEXT|INTEGER)[^,\n]*)/g),
  ([, name = "", type = ""]) => [name, type],
)

/** A row of it. All texts are hex, digits, or the name of a status: nothing in it is text of a contract or of a node. */
export type ExportedMessage = Readonly<Record<string, string | number | null>>

/** The time or, on the chain of a slug, the block from which on messages are exported. */
export type ExportStart = { readonly seconds: number; readonly slug: number; readonly block: number }

/** Joins the first or last mark of a kind on the chain that logs it. */
const join = (kind: string, chain: "src" | "dst", key: "id" | "packed", order: "ASC" | "DESC" = "ASC"): string =>
  `LEFT JOIN marks ${kind} ON (${kind}.chain, ${kind}.block, ${kind}.log) = (SELECT chain, block, log FROM marks
   WHERE key = m.${key} AND kind = '${kind}' AND chain = m.${chain} ORDER BY block ${order}, log ${order} LIMIT 1)`

/** Selects messages as {@link toExported} takes them, in the order in which they were sent. A fast packet needs all its attestations, so the last one counts. */
export const selectExported: string = `
SELECT m.id AS messageId, status, src AS srcChainSlug, srcPlug, dst AS dstChainSlug, dstPlug, m.tx AS outboundTx,
  m.block AS outboundBlock, m.log AS outboundLogIndex, m.at * 1000 AS sentAt,
  sealed.tx AS sealTx, sealed.block AS sealBlock, sealed.at * 1000 AS sealedAt,
  proposed.tx AS proposeTx, proposed.block AS proposeBlock, proposed.at * 1000 AS proposedAt,
  attested.tx AS attestTx, attested.block AS attestBlock, attested.at * 1000 AS attestedAt,
  executed.tx AS executionTxHash, executed.block AS executionBlock, executed.at * 1000 AS executedAt,
  packed AS packedMessage, fee, details
FROM messages m ${join("sealed", "src", "packed")} ${join("proposed", "dst", "packed")}
  ${join("attested", "dst", "packed", "DESC")} ${join("executed", "dst", "id")}
WHERE isThere = 1 AND CASE src WHEN ? THEN m.block >= ? ELSE m.at >= ? END
ORDER BY m.at, src, m.block, m.log`

export function toExported({ details, ...row }: Row): ExportedMessage {
  const { executionFee, minMsgGasLimit, executionParams, payload } = JSON.parse(String(details)) as Row
  return { ...row, executionFee, minMsgGasLimit, executionParams, payload } as ExportedMessage
}
