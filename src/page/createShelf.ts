import { isFinal } from "../tracking/states.js"
import type { Changes, Item, Kind } from "./changes.js"
import { addChange, idOf, kinds } from "./kinds.js"

/** The things of one kind that are kept, oldest first. */
export type Shelf<K extends Kind> = {
  readonly items: () => Iterable<Item<K>>
  readonly get: (id: string) => Item<K> | undefined
  readonly add: (change: Changes[K]) => void
  /** Forgets what is not known any more, because chains were set back. Returns whether there was anything. */
  readonly keepOnly: (isKnown: (item: Item<K>) => boolean) => boolean
}

/** Keeps at most `max` things. The oldest that are final go first, and where none is final the oldest. */
export function createShelf<K extends Kind>(kind: K, max: number): Shelf<K> {
  const items = new Map<string, Item<K>>()
  const done = new Set<string>()
  const remove = (id: string): void => {
    items.delete(id)
    done.delete(id)
  }
  return {
    items: () => items.values(),
    get: (id) => items.get(id),
    add(change) {
      const id = idOf(kind, change)
      items.set(id, addChange(items.get(id), kind, change))
      if (isFinal(change.status, kinds[kind].states)) done.add(id)
      else done.delete(id)
      if (items.size <= max) return
      const [oldest] = done.size > 0 ? done : items.keys()
      if (oldest !== undefined) remove(oldest)
    },
    keepOnly(isKnown) {
      const before = items.size
      for (const [id, item] of items) if (!isKnown(item)) remove(id)
      return items.size < before
    },
  }
}
