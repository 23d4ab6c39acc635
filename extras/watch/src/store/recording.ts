import type { SentMessage } from "../ChainFacts.js"
import { type PlacedMark, progressOf, type WatchedMessage } from "../progress.js"
import { toMessage, unwatched } from "./executions.js"
import { keysIn, listsOf, runForAll, values } from "./statements.js"
import type { Row, Statements, Value } from "./WatchDatabase.js"
import type { EventFields, RecordedBlocks } from "./WatchStore.js"
import { compareStates } from "#src/messaging/states.js"
import { exactJson } from "#src/primitives/text.js"
import { vanished } from "#src/tracking/tracker.js"

const messageColumns = "packed, src, srcPlug, dst, dstPlug, details, fee, block, log, tx, at, isThere"
const markColumns = "tx, at, kind, key, seen, again, look, verdict, unknown, held"
const replace = (columns: string): string => `DO UPDATE SET ${columns.replaceAll(/\w+/g, "$& = excluded.$&")}`

/** Writes messages down, so that what is known of their deliveries is judged anew. */
export async function addMessages(
  statements: Statements,
  messages: readonly SentMessage[],
  now: number,
): Promise<void> {
  const rows = new Map(
    messages.map(({ id, packed, src, srcPlug, dst, dstPlug, details, fee, block, log, tx, at }) => {
      return [id, [id, packed, src, srcPlug, dst, dstPlug, exactJson(details), String(fee), block, log, tx, at, 1]]
    }),
  )
  await runForAll(statements, [...rows.values()], (count) => {
    return `INSERT INTO messages (id, ${messageColumns}) VALUES ${values(count, 13)} ON CONFLICT (id) ${replace(messageColumns)}`
  })
  await judgeAnew(statements, rows.keys(), now)
}

/** What was sent is known anew. */
async function judgeAnew({ run }: Statements, keys: Iterable<string>, now: number): Promise<void> {
  await Promise.all(
    listsOf(keys).flatMap((list) => [
      // With the calculation, a database looks among the few marks of a key, and not among all executions.
      run(`UPDATE marks SET verdict = NULL, again = ? WHERE key ${keysIn} AND kind || '' = 'executed'`, now, ...list),
      run(`UPDATE marks SET unknown = NULL, look = ? WHERE key ${keysIn} AND unknown = ?`, now, ...list, unwatched),
    ]),
  )
}

export async function addMarks(
  statements: Statements,
  chain: number,
  marks: RecordedBlocks["marks"],
  now: number,
): Promise<void> {
  const rows = new Map(
    marks.map(({ block, log, tx, at, kind, key }) => {
      const due = kind === "executed" ? now : null
      return [`${block} ${log}`, [chain, block, log, tx, at, kind, key, now, due, due, null, null, null]]
    }),
  )
  await runForAll(statements, [...rows.values()], (count) => {
    return `INSERT INTO marks (chain, block, log, ${markColumns}) VALUES ${values(count, 13)}
      ON CONFLICT (chain, block, log) ${replace(markColumns)}`
  })
}

/** Takes back what a chain has logged from a block on. Returns what that concerns. */
export async function takeBack(statements: Statements, slug: number, from: number, now: number): Promise<string[]> {
  const { all, run } = statements
  const gone = await all("DELETE FROM marks WHERE chain = ? AND block >= ? RETURNING key", slug, from)
  const unsent = await all("UPDATE messages SET isThere = 0 WHERE src = ? AND block >= ? RETURNING id", slug, from)
  const [lost, sent] = [gone.map(({ key }) => String(key)), unsent.map(({ id }) => String(id))]
  await judgeAnew(statements, sent, now)
  await Promise.all(
    listsOf(lost).map((list) => run(`UPDATE messages SET shown = NULL WHERE packed ${keysIn}`, ...list)),
  )
  return [...lost, ...sent]
}

export async function marksOf(
  all: Statements["all"],
  messages: readonly Pick<WatchedMessage, "id" | "packed">[],
): Promise<ReadonlyMap<string, readonly PlacedMark[]>> {
  const keys = new Set(messages.flatMap(({ id, packed }) => [id, packed]))
  const read = listsOf(keys).map((list) =>
    all(`SELECT key, chain, kind, tx, at FROM marks WHERE key ${keysIn}`, ...list),
  )
  const byKey = Map.groupBy((await Promise.all(read)).flat(), ({ key }) => key)
  const marks = messages.map(({ id, packed }) => {
    const found = [...new Set([id, packed])].flatMap((key) => byKey.get(key) ?? [])
    return [id, found.map(({ chain, kind, tx, at }) => ({ chain, kind, tx, at }) as PlacedMark)] as const
  })
  return new Map(marks)
}

/** Tells how far messages have come, of those for which that is news. */
export async function refresh(statements: Statements, keys: ReadonlySet<string>, now: number): Promise<void> {
  const { all, run } = statements
  const byId = `SELECT * FROM messages WHERE id ${keysIn}`
  const found = await Promise.all(
    listsOf(keys).map((list) =>
      all(`${byId} UNION ALL SELECT * FROM messages WHERE packed ${keysIn}`, ...list, ...list),
    ),
  )
  const places = new Map(Array.from(keys, (key, place) => [key, place]))
  const placeOf = ({ id, packed }: Row): number =>
    Math.min(...[id, packed].map((key) => places.get(String(key)) ?? Infinity))
  const rows = [...new Map(found.flat().map((row) => [row["id"], row])).values()].sort(
    (one, other) => placeOf(one) - placeOf(other),
  )
  const marks = await marksOf(all, rows as never)
  const changed = rows.flatMap((row) => {
    const message = toMessage(row)
    const previousStatus = row["status"] === null ? undefined : message.status
    const progress = progressOf(message, marks.get(message.id) ?? [])
    return progress.status === previousStatus ? [] : [{ message, previousStatus, ...progress }]
  })
  const write = "UPDATE messages SET status = ?, since = ? WHERE id = ?"
  await Promise.all(changed.map(({ message: { id }, status, since }) => run(write, status, since, id)))
  const events = changed.map(({ message, previousStatus, status, since, tx }): EventFields => {
    const { id, src: srcChainSlug, srcPlug, dst: dstChainSlug, dstPlug, tx: outboundTx } = message
    return {
      event: isBack(status, previousStatus) ? "reorg" : "status",
      ...{ status, previousStatus, messageId: id, srcChainSlug, srcPlug, dstChainSlug, dstPlug },
      ...{ outboundTx, txHash: tx, reachedAt: since * 1_000, at: now },
    }
  })
  await tell(statements, events)
}

/** Events have numbers that grow: one that is told next comes after all that any reader has read. */
export async function tell(statements: Statements, events: readonly EventFields[]): Promise<void> {
  if (events.length === 0) return
  const last = `SELECT ${newest("events")} AS n UNION ALL SELECT ${newest("readers")} AS n`
  const [row] = await statements.all(`SELECT MAX(n) AS n FROM (${last}) AS numbers`)
  const rows = events.map((fields, index): Value[] => {
    const at = typeof fields["at"] === "number" ? fields["at"] : null
    return [Number(row?.["n"]) + 1 + index, exactJson(fields), at]
  })
  await runForAll(statements, rows, (count) => `INSERT INTO events (sequence, fields, at) VALUES ${values(count, 3)}`)
}

/** The highest number of an event in a table. */
export const newest = (table: "events" | "readers"): string => `COALESCE((SELECT MAX(sequence) FROM ${table}), 0)`

function isBack(status: string, before: string | undefined): boolean {
  return status === vanished || (before !== undefined && compareStates(status, before) < 0)
}
