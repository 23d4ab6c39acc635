import type { ExplainedItem, Explanation, StoryEvent, Verdict } from "../../../explaining/Explanation.js"
import { isRecord } from "../../../primitives/isRecord.js"
import { excerpt, shorten } from "../../../primitives/text.js"
import { stateInfo } from "../../../tracking/states.js"
import { detailsOf } from "./detailsOf.js"
import { explanationSchema } from "./explanationSchema.js"
import { type SavedRecord, parseSaved } from "./parseSaved.js"
import { SavedOutputError } from "./SavedOutputError.js"
import { type SavedPlace, type SavedThing, thingsIn } from "./savedThings.js"

/** How a chain is called, by its slug or its id; `undefined` if nobody knows. */
export type ChainNameOf = (slug: number) => string | undefined

/**
 * Makes an explanation of what any task printed with `--json`, without asking any network. Output of `explain` is taken as it is. Any
 * other tells what happened, but not why.
 *
 * @param text the whole output
 * @throws {SavedOutputError} the text is no such output, or nothing in it has a story
 * @example
 * explainSaved(await readFile("track.ndjson", "utf8"), () => undefined).verdict // "delivered"
 */
export function explainSaved(text: string, chainName: ChainNameOf): Explanation {
  const records = parseSaved(text)
  const [only] = records
  if (records.length === 1 && only !== undefined && Object.hasOwn(only.value, "causes")) return parseExplanation(only)

  const names = new Map(records.flatMap(({ value }) => chainsIn(value)))
  const placeName = (place: SavedPlace): string =>
    typeof place === "string" ? place : (names.get(place) ?? chainName(place) ?? `chain ${place}`)
  const history = readHistory(records, placeName)
  const error = records.map(({ value }) => value["error"]).find(isRecord)
  if (history.latest.size === 0 && error === undefined) {
    throw new SavedOutputError({ problem: "it has no message, payload, timeout, trigger or route to tell of" })
  }
  return conclude(history, error)
}

function parseExplanation({ line, value }: SavedRecord): Explanation {
  const { success, data, error } = explanationSchema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const where = excerpt(issue?.path.map(String).join(".") ?? "", 120)
  throw new SavedOutputError({
    problem: `the document that begins here is not one of explain: ${where}: ${excerpt(issue?.message ?? "", 200)}`,
    line,
  })
}

/** Names of chains, which some tasks print at their beginning. */
function chainsIn({ chains }: SavedRecord["value"]): [number, string][] {
  if (!Array.isArray(chains)) return []
  return chains
    .filter(isRecord)
    .flatMap(({ name, slug, chainId }): [number, string][] =>
      typeof name !== "string"
        ? []
        : [slug, chainId].flatMap((number) => (typeof number === "number" ? [[number, shorten(name)]] : [])),
    )
}

type History = {
  /** Each thing as it was last, with the second since which it was so. */
  readonly latest: ReadonlyMap<string, SavedThing & { readonly since: number | null }>
  readonly events: readonly StoryEvent[]
}

/** Events that say nothing of what happened. */
const silent: ReadonlySet<unknown> = new Set(["waiting", "end"])

function readHistory(records: readonly SavedRecord[], placeName: (place: SavedPlace) => string): History {
  const latest = new Map<string, SavedThing & { since: number | null }>()
  const told = new Map<string, ReadonlySet<string>>()
  const events: StoryEvent[] = []
  for (const { value } of records) {
    const { event } = value
    const at = secondOf(value["at"] ?? value["sentAt"] ?? value["since"])
    const things = thingsIn(value)
    for (const thing of things) {
      const { kind, id, status, place, txHash, fields } = thing
      const all = detailsOf(fields)
      const key = `${kind} ${id}`
      const before = latest.get(key)
      if (status !== null || before === undefined) {
        latest.set(key, { ...thing, since: before?.status === status ? before.since : at })
      }
      // What a thing said before is not said again.
      const details = all.filter((line) => told.get(key)?.has(line) !== true)
      if (before !== undefined && before.status === status && details.length === 0) continue
      if (event === "end" && before !== undefined) continue
      told.set(key, new Set([...(told.get(key) ?? []), ...all]))
      const title = event === "reorg" ? `${status ?? "gone"}, after a reorg` : (status ?? "sent")
      events.push({ at, place: placeName(place), blockNumber: null, txHash, about: id, title, details })
    }
    if (things.length === 0 && typeof event === "string" && !silent.has(event)) {
      const txHash = typeof value["txHash"] === "string" ? value["txHash"] : null
      const place = typeof value["chainName"] === "string" ? value["chainName"] : "the task"
      events.push({ at, place, blockNumber: null, txHash, about: null, title: event, details: detailsOf(value) })
    }
  }
  return { latest, events }
}

function secondOf(milliseconds: unknown): number | null {
  return typeof milliseconds === "number" && Number.isFinite(milliseconds) ? Math.floor(milliseconds / 1000) : null
}

const bySeverity: readonly Verdict[] = ["failed", "stuck", "unknown", "waiting", "delivered"]

function conclude({ latest, events }: History, error: Readonly<Record<string, unknown>> | undefined): Explanation {
  const things = [...latest.values()]
  const withState = things.filter(({ status }) => status !== null)
  const verdicts = withState.map(verdictOf)
  const verdict =
    error !== undefined && !verdicts.includes("failed")
      ? "unknown"
      : (bySeverity.find((each) => verdicts.includes(each)) ?? "unknown")
  const message = error?.["message"]
  return {
    verdict,
    subject: subjectOf(things),
    says: typeof message === "string" ? shorten(message, 400) : summarize(things),
    causes: [],
    items: things.map(toItem),
    events: error === undefined ? events : [...events, endedWith(error)],
  }
}

function verdictOf({ status, table }: SavedThing): Verdict {
  const state = status === null ? undefined : stateInfo(status, table)
  if (state === undefined) return "unknown"
  if (state.final === undefined) return "waiting"
  return state.final === "success" ? "delivered" : "failed"
}

function subjectOf(things: readonly SavedThing[]): Explanation["subject"] {
  const [first, ...others] = things
  const isOneKind = others.every(({ kind }) => kind === first?.kind)
  return {
    kind: first === undefined ? "task" : isOneKind ? first.kind : "item",
    ...(first === undefined || others.length > 0 ? {} : { id: first.id }),
    ...sourceOf(first),
  }
}

/** The transaction that sent a message, which explains it again. */
function sourceOf(thing: SavedThing | undefined): Record<string, string | number> {
  if (thing?.kind !== "message") return {}
  const { from, srcChainSlug = isRecord(from) ? from["srcChainSlug"] : undefined, outboundTx } = thing.fields
  if (typeof srcChainSlug !== "number" || typeof outboundTx !== "string") return {}
  return { srcChainSlug, srcTxHash: shorten(outboundTx, 100) }
}

function summarize(things: readonly SavedThing[]): string {
  const [first, another] = things
  if (first !== undefined && another === undefined) return toItem({ ...first, since: null }).says
  const arrived = things.filter((thing) => verdictOf(thing) === "delivered").length
  return `${arrived} of ${things.length} had come to a good end when the output ended.`
}

function toItem({ kind, id, status, table, since }: SavedThing & { readonly since: number | null }): ExplainedItem {
  if (status === null)
    return { id, status: "unknown", since, says: `The output does not say what became of the ${kind}.` }
  const says = stateInfo(status, table)?.says
  return { id, status, since, says: `The ${kind} was in this state at last${says === undefined ? "" : `: ${says}`}.` }
}

function endedWith(error: Readonly<Record<string, unknown>>): StoryEvent {
  const { code } = error
  const title = `The task ended with ${typeof code === "string" ? code : "an error"}`
  const facts = isRecord(error["facts"]) ? Object.entries(error["facts"]) : []
  return {
    ...{ at: null, place: "the task", blockNumber: null, txHash: null, about: null, title },
    details: [
      ...detailsOf(error),
      ...facts.flatMap(([name, fact]) => (typeof fact === "string" ? [shorten(`${name}: ${fact}`, 400)] : [])),
    ],
  }
}
