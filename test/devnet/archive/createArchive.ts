import { expect } from "chai"
import fc from "fast-check"
import { beforeEach, describe, it } from "mocha"
import type { Hex } from "viem"

import { type Archive, createArchive } from "../../../src/devnet/archive/createArchive.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

type Item = { readonly id: number; readonly keys: readonly Hex[] }

describe("createArchive", () => {
  let archive: Archive<Item>
  beforeEach(() => {
    archive = createArchive<Item>(({ keys }) => keys)
  })
  const item = (id: number, ...keys: number[]): Item => ({ id, keys: keys.map((key) => bytes32(key)) })

  it("finds an item by each of its keys, and nothing by others", () => {
    archive.add(item(1, 10, 11))
    for (const key of [10, 11]) expect(archive.find(bytes32(key))).to.deep.equal([item(1, 10, 11)])
    expect(archive.find(bytes32(12))).to.deep.equal([])
  })

  it("finds items that share a key, in order", () => {
    for (const id of [1, 2, 3]) archive.add(item(id, id, 99))
    expect(archive.find(bytes32(99)).map(({ id }) => id)).to.deep.equal([1, 2, 3])
  })

  it("behaves as a list that is searched", () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 })
    const moves = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.record({ do: fc.constant("add" as const), keys }) },
        { weight: 2, arbitrary: fc.record({ do: fc.constant("take" as const), key: fc.integer({ min: 0, max: 5 }) }) },
        { weight: 1, arbitrary: fc.record({ do: fc.constant("takeAll" as const) }) },
      ),
    )
    fc.assert(
      fc.property(moves, (schedule) => {
        archive = createArchive<Item>(({ keys: own }) => own)
        let list: Item[] = []
        for (const [id, move] of schedule.entries()) {
          if (move.do === "add") {
            archive.add(item(id, ...move.keys))
            list.push(item(id, ...move.keys))
          } else if (move.do === "take") {
            const has = ({ keys: own }: Item) => own.includes(bytes32(move.key))
            expect(archive.take(bytes32(move.key))).to.deep.equal(list.filter(has))
            list = list.filter((one) => !has(one))
          } else {
            expect(archive.takeAll()).to.deep.equal(list)
            list = []
          }
          expect(archive.size).to.equal(list.length)
          for (let key = 0; key <= 5; key += 1) {
            const found = list.filter(({ keys: own }) => own.includes(bytes32(key)))
            expect(archive.find(bytes32(key))).to.deep.equal(found)
          }
        }
      }),
    )
  })
})
