import type { JourneyEntry } from "#src/devnet/journeyLog.js"
import { everyStage, marketStages, nextStage, type Stage } from "#src/devnet/stages.js"
import { payloadStates, timeoutStates, triggerStates } from "#src/gateway/states.js"
import { messageStates } from "#src/messaging/states.js"
import { literal } from "#src/primitives/writeCall.js"
import type { StateTable } from "#src/tracking/states.js"

export type MessageEntry = Extract<JourneyEntry, { readonly kind: "message" }>
export type WorkEntry = Extract<JourneyEntry, { readonly kind: "payload" | "timeout" | "trigger" | "deposit" }>
export type MovedEntry = MessageEntry | WorkEntry

const tables: Readonly<Record<MovedEntry["kind"], StateTable>> = {
  ...{ message: messageStates, payload: payloadStates, timeout: timeoutStates, trigger: triggerStates },
  deposit: { CREDITED: { step: 1, final: "success", says: "credited" } },
}

/** Whether something of a journey can move, as nothing else of it can. */
export function isMoved(entry: JourneyEntry): entry is MovedEntry {
  return entry.kind in tables
}

/**
 * Writes what moved while nothing else happened as lines of a test: each thing as far as it came, in the order in which they came there.
 * Those that were taken back meanwhile go step by step, together where they went together: what took them back came after both.
 *
 * @param reached where each was before; is brought up to date
 * @param held stages that the test holds
 * @param nameOf what the test calls an id
 */
export function writeMoves(
  moved: readonly MovedEntry[],
  reached: Map<string, MovedEntry>,
  held: ReadonlySet<string>,
  nameOf: (id: string) => string,
): readonly string[] {
  /** What the step before has moved, and by which stage. */
  let batch: { readonly stage: string; readonly ids: string[] } | undefined
  const wentBack = new Set<string>()
  const before = new Map(reached)
  for (const entry of moved) {
    if (stepOf(entry) < stepOf(before.get(entry.id))) wentBack.add(entry.id)
    before.set(entry.id, entry)
  }
  const lines: string[] = []
  const endBatch = (): void => {
    const { stage = "", ids = [] } = batch ?? {}
    batch = undefined
    const [first = "", ...others] = ids.map(nameOf)
    if (first !== "" && others.length === 0) lines.push(`await world.deliverNext(${first})`)
    if (others.length === 0) return
    lines.push(...alone(stage, `await world.deliver([${ids.map(nameOf).join(", ")}])`))
  }
  /** Does something while no other stage moves. */
  const alone = (stage: string, line: string): readonly string[] => {
    const others = everyStage.filter((each) => !(each in marketStages) && each !== stage && !held.has(each))
    const written = others.map((each) => literal(each)).join(", ")
    return [`world.hold(${written})`, line, `world.release(${written})`]
  }
  for (const [index, entry] of moved.entries()) {
    const { id, status, kind, revertData } = entry
    const from = reached.get(id)
    const hasReverted = status === "INBOUND_REVERTING" || (kind !== "message" && revertData !== undefined)
    if (wentBack.has(id)) {
      reached.set(id, entry)
      const stage = from !== undefined && (hasReverted || stepOf(entry) > stepOf(from)) ? stageAfter(from) : undefined
      if (batch?.stage !== stage || batch?.ids.includes(id) === true) endBatch()
      if (stage !== undefined) (batch ??= { stage, ids: [] }).ids.push(id)
      continue
    }
    if (moved.findLastIndex((other) => other.id === id) !== index) continue
    endBatch()
    reached.set(id, entry)
    const isEnd = hasReverted || tables[kind][status]?.final !== undefined
    // The id of a deposit has the hash of its transaction, which is another one in a test.
    if (kind === "deposit") lines.push(...alone("deposit", "await world.deliver()"))
    // From one state to another of the same step nothing goes `until`.
    else if (isEnd) lines.push(`await world.deliver(${nameOf(id)})`)
    else if (stepOf(from) === stepOf(entry))
      lines.push(...(kind === "message" ? [`await world.deliverNext(${nameOf(id)})`] : []))
    else if (stepOf(entry) > 0) lines.push(`await world.deliver(${nameOf(id)}, ${literal({ until: status })})`)
  }
  endBatch()
  return lines
}

/** The stage that takes something on from where it is. */
export function stageAfter({ kind, status }: Pick<MovedEntry, "kind" | "status">): Stage | undefined {
  return kind === "message" || kind === "payload" ? nextStage(kind, status) : kind
}

function stepOf(entry: Pick<MovedEntry, "kind" | "status"> | undefined): number {
  return entry === undefined ? -1 : (tables[entry.kind][entry.status]?.step ?? 0)
}
