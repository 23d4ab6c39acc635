import { randomBytes } from "node:crypto"
import { isDeepStrictEqual } from "node:util"

import { createEventLog, type EventLog } from "./createEventLog.js"
import { addChange, idOf, kinds } from "./kinds.js"
import {
  type Commands,
  type Happening,
  happenings,
  type PageChain,
  type PageState,
  type Shown,
  shownAtFirst,
  type Standing,
  standing,
} from "./PageEvent.js"
import type { Changes, Item, Kind } from "#src/devnet/changes.js"
import { shorten } from "#src/primitives/text.js"
import { isFinal } from "#src/tracking/states.js"

/** What the page knows of a devnet, and the stream of it. It has the methods of the devnet's printer. */
export type Feed = { readonly [K in Kind]: (change: Changes[K]) => void } & {
  readonly [E in keyof Happening]: (data: Happening[E]) => void
} & {
  /** Notes how the devnet stands. */
  readonly standing: (now: Standing) => void
  /** Forgets what chains that were set back no longer know. */
  readonly keepOnly: (isKnown: (item: Item) => boolean) => void
  readonly items: () => readonly Item[]
  readonly findMessage: (id: string) => Item<"message"> | undefined
  readonly findRequest: (count: string) => Item<"request"> | undefined
  readonly open: EventLog["open"]
}

export type FeedOptions = {
  readonly chains: readonly Omit<PageChain, "block">[]
  readonly gatewaySlug: number
  readonly commands: Commands
  readonly isReadOnly: boolean
  /** Things that are kept of each kind. */
  readonly maxItems?: number
  readonly maxEvents?: number
}

/** Characters of a text that a contract or an error gave. */
const maxText = 2000

/** Creates a feed. It is small, because a devnet without a reader has one too. */
export function createFeed({ maxItems = 10_000, maxEvents, ...about }: FeedOptions): Feed {
  const shelves = ofEach((kind) => createShelf(kind, maxItems)) as { readonly [K in Kind]: Shelf<K> }
  let shown = shownAtFirst(about.chains.map((chain) => ({ ...chain, block: 0 })))
  const all = (): Item[] => Object.values(shelves).flatMap((shelf): Item[] => [...shelf.items()])
  const log = createEventLog({
    epoch: randomBytes(6).toString("hex"),
    ...(maxEvents === undefined ? {} : { maxEvents }),
    readState: (): PageState => ({ event: "state", ...about, ...shown, items: all() }),
  })
  /** Publishes what an event changes of what is shown. One that takes the place of an earlier one and changes nothing is left out. */
  const tell = (event: string, data: object, changed: Partial<Shown>, replaces?: string): void => {
    const before = shown
    shown = { ...shown, ...changed }
    if (replaces === undefined || !isDeepStrictEqual(before, shown)) log.publish({ event, ...data }, replaces)
  }
  const happened = <E extends keyof Happening>(event: E, data: Happening[E]): void => {
    const { change, replaces } = happenings[event]
    tell(event, data, change(shown, data), replaces?.(data))
  }
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
      happened("problem", { ...problem, message: shorten(problem.message, maxText) })
    },
    block: (block) => {
      happened("block", block)
    },
    standing: (now) => {
      for (const part of Object.keys(standing) as (keyof Standing)[]) {
        tell(standing[part].event, { [part]: now[part] }, { [part]: now[part] }, standing[part].event)
      }
    },
    keepOnly: (isKnown) => {
      const changed = Object.values(shelves).map((shelf) => (shelf as Shelf<Kind>).keepOnly(isKnown))
      if (changed.includes(true)) log.restart()
    },
    items: all,
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
