import type { Hex } from "viem"

import { createPacker, type Packable } from "./packer.js"

/** Items that are seldom read, packed into a few hundred bytes each. */
export type Archive<Item extends Packable> = {
  readonly size: number
  /** Adds an item, which every one of its keys finds. Several items can share a key. */
  add(item: Item): void
  /** Returns copies of the items with this key, in the order in which they were added. */
  find(key: Hex): Item[]
  /** Removes the items with this key, and returns them. */
  take(key: Hex): Item[]
  /** Removes every item, and returns them in the order in which they were added. */
  takeAll(): Item[]
}

/**
 * Creates an empty archive.
 *
 * @param keysOf the keys of an item, each plain hex
 */
export function createArchive<Item extends Packable>(keysOf: (item: Item) => readonly Hex[]): Archive<Item> {
  let packer = createPacker()
  /** The places of items in `packed`, by key. One place is no array, because most keys have one. */
  const places = new Map<string, number | readonly number[]>()
  /** Text of a character a byte takes less memory than a buffer. */
  let packed: (string | undefined)[] = []
  let size = 0

  const placesOf = (key: Hex) => [places.get(toBytes(key)) ?? []].flat()

  const unpack = (text: string) => packer.unpack(Buffer.from(text, "latin1")) as Item

  function itemAt(place: number): Item[] {
    const text = packed[place]
    return text === undefined ? [] : [unpack(text)]
  }

  function remove(place: number, item: Item): void {
    packed[place] = undefined
    size -= 1
    for (const key of keysOf(item)) {
      const rest = placesOf(key).filter((other) => other !== place)
      if (rest.length === 0) places.delete(toBytes(key))
      else places.set(toBytes(key), rest)
    }
  }

  return {
    get size() {
      return size
    },
    add(item) {
      const place = packed.push(packer.pack(item).toString("latin1")) - 1
      size += 1
      for (const key of keysOf(item)) {
        const before = placesOf(key)
        places.set(toBytes(key), before.length === 0 ? place : [...before, place])
      }
    },
    find: (key) => placesOf(key).flatMap(itemAt),
    take(key) {
      return placesOf(key).flatMap((place) => {
        const [item] = itemAt(place)
        if (item === undefined) return []
        remove(place, item)
        return [item]
      })
    },
    takeAll() {
      const items = packed.flatMap((text) => (text === undefined ? [] : [unpack(text)]))
      places.clear()
      packed = []
      packer = createPacker()
      size = 0
      return items
    },
  }
}

/** A key as text of a character a byte, half as long as its hex. */
function toBytes(key: Hex): string {
  return Buffer.from(key.slice(2), "hex").toString("latin1")
}
