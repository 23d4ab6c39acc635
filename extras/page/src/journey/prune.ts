import type { JourneyEntry } from "#src/devnet/journeyLog.js"
import { gatewayChain } from "#src/devnet/options.js"
import { everyStage, marketStages, nextStage, type Stage } from "#src/devnet/stages.js"
import { payloadStates, timeoutStates, triggerStates } from "#src/gateway/states.js"
import { messageStates, type MessageStatus } from "#src/messaging/states.js"
import { literal } from "#src/primitives/writeCall.js"
import type { StateTable } from "#src/tracking/states.js"

/** What is left of a journey, and what was left out, in words. */
export type Pruned = { readonly entries: readonly JourneyEntry[]; readonly leftOut: readonly string[] }

const ofApi = /^await world\.faults\.(?:slow|stale|limited|failing|cut)Api\(/

/**
 * Leaves out of a journey what cannot matter to a message or a request, and only that:
 *
 * - faults of APIs, which no chain and no actor asks;
 * - unless another fault lasted, which can depend on how many blocks there are: what was done on chains from which nothing came, by way of
 *   others or not, to those of the message, and what became of messages to such chains, or of later ones for which no plug was called.
 */
export function prune(id: string, entries: readonly JourneyEntry[]): Pruned {
  const faults = entries.filter((entry) => entry.kind === "fault")
  const idle = new Set(faults.filter(({ line }) => ofApi.test(line)).map((fault) => fault.id))
  const canDependOnBlocks = faults.length > idle.size
  const messages = entries.filter((entry) => entry.kind === "message")
  const near = canDependOnBlocks ? undefined : chainsNear(id, entries)
  const apart = canDependOnBlocks ? new Set<string>() : idsApart(id, messages, near)
  const [away, chains] = [new Set<string>(), new Set<string>()]
  const isKept = (entry: JourneyEntry): boolean => {
    if (entry.kind === "fault" || entry.kind === "fault over") return !idle.has(entry.id)
    if (entry.kind === "message" && apart.has(entry.id) && entry.id !== id) {
      away.add(entry.id)
      return false
    }
    if (isMoved(entry) && entry.kind !== "message") return near?.has(gatewayChain.name) !== false
    if (entry.kind !== "request" || near?.has(entry.chain) !== false) return true
    chains.add(entry.chain)
    return false
  }
  const kept = entries.filter(isKept)
  const leftOut = [
    ...(idle.size > 0 ? [`faults of APIs: ${idle.size}`] : []),
    ...[...chains].sort().map((chain) => `what was done on ${chain}`),
    ...(away.size > 0 ? [`what became of other messages: ${away.size}`] : []),
  ]
  return { entries: kept, leftOut }
}

/** Leaves out attempts that reverted like the one before. They count only for a message that is given up in the end. */
export function withoutVainAttempts(entries: readonly JourneyEntry[]): readonly JourneyEntry[] {
  const last = new Map<string, MessageStatus>()
  return entries.filter((entry, index) => {
    if (entry.kind !== "message") return true
    const { id, status } = entry
    const isAgain = status === "INBOUND_REVERTING" && last.get(id) === status
    last.set(id, status)
    return !isAgain || entries.slice(index).some((one) => isGivenUp(one, id))
  })
}

function isGivenUp(entry: JourneyEntry, id: string): boolean {
  return entry.kind === "message" && entry.id === id && entry.status === "EXECUTION_FAILURE"
}

/** The chains of a message, or the one of a request, and those from which messages, payloads, results or triggers came to them. */
function chainsNear(id: string, entries: readonly JourneyEntry[]): ReadonlySet<string> {
  const gateway = gatewayChain.name
  const ways = entries.flatMap((entry): (readonly [from: string, to: string])[] => {
    if (entry.kind === "message") return [[entry.from, entry.to]]
    if (entry.kind === "trigger" || entry.kind === "deposit") return [[entry.chain, gateway]]
    if (entry.kind !== "payload") return []
    return [
      [entry.chain, gateway],
      [gateway, entry.chain],
    ]
  })
  const own = entries.flatMap((entry) => (entry.kind === "message" && entry.id === id ? [entry.from, entry.to] : []))
  const near = new Set(own.length === 0 ? [gateway] : own)
  // What is added meanwhile has its turn, too.
  for (const chain of near) for (const [from, to] of ways) if (to === chain) near.add(from)
  return near
}

/** The messages that went elsewhere, and those that came after it and were not tried at their plug. */
function idsApart(
  id: string,
  messages: readonly MessageEntry[],
  near: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  const seen = [...new Set(messages.map((each) => each.id))]
  const later = new Set(seen.slice(seen.indexOf(id as MessageEntry["id"]) + 1))
  for (const each of messages)
    if (messageStates[each.status].step >= messageStates.EXECUTING.step) later.delete(each.id)
  return new Set(messages.filter(({ id: own, to }) => later.has(own) || near?.has(to) === false).map((each) => each.id))
}

type MessageEntry = Extract<JourneyEntry, { readonly kind: "message" }>
type WorkEntry = Extract<JourneyEntry, { readonly kind: "payload" | "timeout" | "trigger" | "deposit" }>
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
 * @param tripping the chains on which a fault trips proposals when they are to be attested, which takes messages back
 */
export function writeMoves(
  moved: readonly MovedEntry[],
  reached: Map<string, MovedEntry>,
  held: ReadonlySet<string>,
  nameOf: (id: string) => string,
  tripping: ReadonlySet<string> = new Set(),
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
      const isTripped = from?.status === "PROPOSED" && "to" in entry && tripping.has(entry.to)
      const isStep = hasReverted || isTripped || stepOf(entry) > stepOf(from)
      const stage = from !== undefined && isStep ? stageAfter(from) : undefined
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
