import { randomBytes } from "node:crypto"
import { isDeepStrictEqual } from "node:util"

import { createEventLog, type EventLog } from "./createEventLog.js"
import { addChange, idOf, kinds } from "./kinds.js"
import type { Commands, PageChain, PageState } from "./PageEvent.js"
import type { Changes, DevnetProblem, Item, Kind } from "#src/devnet/changes.js"
import { shorten } from "#src/primitives/text.js"
import { isFinal } from "#src/tracking/states.js"

/** What the page knows of a devnet, and the stream of it. It has the methods of the devnet's printer. */
export type Feed = { readonly [K in Kind]: (change: Changes[K]) => void } & {
  readonly problem: (problem: DevnetProblem) => void
  readonly block: (chainSlug: number, number: number) => void
  /** Notes how the devnet stands: which stages of the relay stand still, which faults last, what can be gone back to. */
  readonly standing: (now: Standing) => void
  /** Forgets what chains that were set back no longer know. */
  readonly keepOnly: (isKnown: (item: Item) => boolean) => void
  readonly findMessage: (id: string) => Item<"message"> | undefined
  readonly findRequest: (count: string) => Item<"request"> | undefined
  readonly open: EventLog["open"]
}

type Standing = Pick<PageState, "paused" | "faults" | "snapshots">

const standingEvents = { paused: "relay", faults: "faults", snapshots: "snapshots" } as const

export type FeedOptions = {
  readonly chains: readonly Omit<PageChain, "block">[]
  readonly gatewaySlug: number
  readonly commands: Commands
  readonly isReadOnly: boolean
  /** Things that are kept of each kind. */
  readonly maxItems?: number
  readonly maxEvents?: number
}

const maxProblems = 100

/** Characters of a text that a contract or an error gave. */
const maxText = 2000

/** Creates a feed. It is small, because a devnet that nobody looks at has one too. */
export function createFeed({ maxItems = 10_000, maxEvents, ...about }: FeedOptions): Feed {
  const shelves = ofEach((kind) => createShelf(kind, maxItems)) as { readonly [K in Kind]: Shelf<K> }
  const blocks = new Map<number, number>()
  const problems: DevnetProblem[] = []
  let standing: Standing = { paused: [], faults: [], snapshots: [] }
  const all = (): Item[] => Object.values(shelves).flatMap((shelf): Item[] => [...shelf.items()])
  const log = createEventLog({
    epoch: randomBytes(6).toString("hex"),
    ...(maxEvents === undefined ? {} : { maxEvents }),
    readState: (): PageState => ({
      event: "state",
      ...about,
      chains: about.chains.map((chain) => ({ ...chain, block: blocks.get(chain.slug) ?? 0 })),
      ...standing,
      items: all(),
      problems,
    }),
  })
  const add = <K extends Kind>(event: K, change: Changes[K]): void => {
    const { revert } = change
    const bounded = revert ? { ...change, revert: { ...revert, reason: shorten(revert.reason, maxText) } } : change
    ;(shelves[event] as unknown as Shelf<K>).add(bounded)
    log.publish({ event, ...bounded })
  }
  return {
    ...(ofEach((kind) => (change: Changes[typeof kind]) => {
      add(kind, change)
    }) as { readonly [K in Kind]: (change: Changes[K]) => void }),
    problem: (problem) => {
      const bounded = { ...problem, message: shorten(problem.message, maxText) }
      problems.push(bounded)
      if (problems.length > maxProblems) problems.shift()
      log.publish({ event: "problem", ...bounded })
    },
    block: (chainSlug, number) => {
      if (blocks.get(chainSlug) === number) return
      blocks.set(chainSlug, number)
      log.publish({ event: "block", ...{ chainSlug, number } }, `block ${chainSlug}`)
    },
    standing: (now) => {
      const before = standing
      standing = now
      for (const [part, event] of Object.entries(standingEvents) as [keyof Standing, string][]) {
        if (isDeepStrictEqual(before[part], now[part])) continue
        log.publish({ event, ...{ [part]: now[part] } }, event)
      }
    },
    keepOnly: (isKnown) => {
      const changed = Object.values(shelves).map((shelf) => (shelf as Shelf<Kind>).keepOnly(isKnown))
      if (changed.includes(true)) log.restart()
    },
    findMessage: (id) => shelves.message.get(id),
    findRequest: (count) => shelves.request.get(count),
    open: log.open,
  }
}

function ofEach<Made>(make: (kind: Kind) => Made): Readonly<Record<string, Made>> {
  return Object.fromEntries((Object.keys(kinds) as Kind[]).map((kind) => [kind, make(kind)]))
}

type Shelf<K extends Kind> = ReturnType<typeof createShelf<K>>

/** Keeps at most `max` things of a kind, oldest first. The oldest that are final go first, and where none is final the oldest. */
function createShelf<K extends Kind>(kind: K, max: number) {
  const items = new Map<string, Item<K>>()
  const done = new Set<string>()
  const remove = (id: string): void => {
    items.delete(id)
    done.delete(id)
  }
  return {
    items: () => items.values(),
    get: (id: string) => items.get(id),
    add(change: Changes[K]): void {
      const id = idOf(kind, change)
      items.set(id, addChange(items.get(id), kind, change))
      if (isFinal(change.status, kinds[kind].states)) done.add(id)
      else done.delete(id)
      if (items.size <= max) return
      const [oldest] = done.size > 0 ? done : items.keys()
      if (oldest !== undefined) remove(oldest)
    },
    /** Forgets what is not known any more, because chains were set back. Returns whether there was anything. */
    keepOnly(isKnown: (item: Item<K>) => boolean): boolean {
      const before = items.size
      for (const [id, item] of items) if (!isKnown(item)) remove(id)
      return items.size < before
    },
  }
}
