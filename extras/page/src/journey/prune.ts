import { isMoved, type MessageEntry } from "./writeMoves.js"
import type { JourneyEntry } from "#src/devnet/journeyLog.js"
import { gatewayChain } from "#src/devnet/options.js"
import { messageStates } from "#src/messaging/states.js"

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
