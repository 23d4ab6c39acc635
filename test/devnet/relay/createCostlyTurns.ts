import { expect } from "chai"
import { beforeEach, describe, it } from "mocha"

import { type CostlyTurns, createCostlyTurns } from "#src/devnet/relay/costlyCalls.js"

describe("createCostlyTurns", () => {
  let now: number
  let turns: CostlyTurns
  let done: string[]
  beforeEach(() => {
    now = 1_000
    turns = createCostlyTurns({ now: () => now })
    done = []
  })

  /** Does one item after another, each of which takes so many milliseconds. */
  const take = (items: readonly string[], took: number): Promise<void> =>
    turns.inTurn(items, async (item) => {
      const index = done.length
      done.push(item)
      await Promise.resolve()
      expect(done, "nothing is begun meanwhile").to.have.length(index + 1)
      now += took
    })

  it("does everything in order, if it does not take long", async () => {
    await take(["a", "b", "c"], 10)
    await take(["d"], 10)
    expect(done).to.deep.equal(["a", "b", "c", "d"])
  })

  it("begins nothing more once the turn is used up, but does one item however long it takes", async () => {
    await take(["a", "b", "c"], 150)
    expect(done).to.deep.equal(["a", "b"])
  })

  it("rests for as long as the turn took, and then goes on", async () => {
    await take(["a"], 5_000)
    await take(["b"], 5_000)
    now += 4_999
    await take(["b"], 5_000)
    expect(done).to.deep.equal(["a"])
    now += 1
    await take(["b"], 5_000)
    expect(done).to.deep.equal(["a", "b"])
  })

  it("is used up by a fifth of a second, after which it rests as long", async () => {
    await take(["a", "b"], 199)
    expect(done.splice(0)).to.deep.equal(["a", "b"])
    now += 398
    await take(["c", "d"], 200)
    expect(done.splice(0)).to.deep.equal(["c"])
    now += 199
    await take(["d"], 1)
    expect(done).to.deep.equal([])
    now += 1
    await take(["d"], 199)
    await take(["e"], 1)
    expect(done, "no rest after what took less").to.deep.equal(["d", "e"])
  })

  it("does nothing for others while a turn is under way", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const turn = turns.inTurn(["a"], () => promise)
    await take(["b"], 1)
    expect(done).to.deep.equal([])
    resolve(undefined)
    await turn
    await take(["b"], 1)
    expect(done).to.deep.equal(["b"])
  })

  it("goes on after an item that fails", async () => {
    const failed = turns.inTurn(["a"], () => Promise.reject(new Error("no")))
    expect(await failed.catch((error: unknown) => (error as Error).message)).to.equal("no")
    await take(["b"], 1)
    expect(done).to.deep.equal(["b"])
  })
})
