import { expect } from "chai"
import { describe, it } from "mocha"

import { everyStage } from "#src/devnet/stages.js"
import { literal } from "#src/primitives/writeCall.js"
import { checkFault, describeFault, writeFault } from "#src/testing/faults/faultData.js"
import { createNewItems, everyPart, itemId, stagesOf } from "#src/testing/faults/parts.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { thrown } from "#test/fixtures/failure.js"

const world = { devnet: { chains: { alpha: { slug: 1, name: "alpha" } } } } as unknown as OpenWorld

describe("a fault as data", () => {
  it("is written as the call that begins it", () => {
    const cases: readonly (readonly [data: object, text: string])[] = [
      [{ fault: "down", part: "watcher" }, 'world.faults.down("watcher")'],
      [{ fault: "skewedClock", chain: "alpha", seconds: -60 }, 'world.faults.skewedClock("alpha", { seconds: -60 })'],
      [{ fault: "skewedClock", chain: undefined, seconds: 5 }, "world.faults.skewedClock({ seconds: 5 })"],
      [{ fault: "outOfGas" }, "world.faults.outOfGas()"],
      [{ fault: "outOfGas", gas: 5n, chain: undefined }, "world.faults.outOfGas({ gas: 5n })"],
    ]
    for (const [data, text] of cases) expect(writeFault(data as never)).to.equal(text)
    const times = [0, 1, 2].map((happened) => describeFault({ fault: "outOfGas" } as never, happened))
    expect(times.map((text) => text.replace("world.faults.outOfGas() ", ""))).to.deep.equal([
      ...["(not happened yet)", "(happened once)", "(happened 2 times)"],
    ])
  })

  it("has values as TypeScript writes them", () => {
    expect(
      [5n, 5, "a", true, null, {}, { a: undefined }, { a: { b: 1n }, c: null }].map((value) => literal(value)),
    ).to.deep.equal([...["5n", "5", '"a"', "true", "null", "{}", "{}", "{ a: { b: 1n }, c: null }"]])
  })

  it("is checked: its name, that nothing is missing, and that each option is one that it has", () => {
    const refused = (data: unknown): unknown =>
      thrown(() => {
        checkFault(data as never, world)
      }).facts["argument"]
    checkFault({ fault: "down", part: "watcher" } as never, world)
    checkFault({ fault: "outOfGas", percent: undefined } as never, world)
    for (const [data, argument] of [
      ...([
        [null, "fault"],
        [5, "fault"],
        [undefined, "fault"],
        [{}, "fault"],
        [{ fault: "dwon" }, "fault"],
      ] as const),
      ...([
        [{ fault: "down" }, "part"],
        [{ fault: "down", part: "nobody" }, "part"],
      ] as const),
      ...([[{ fault: "down", part: "watcher", chian: "alpha" }, "faults.down"]] as const),
      ...([
        [{ fault: "outOfGas", percent: -1 }, "percent"],
        [{ fault: "outOfGas", chain: "beta" }, "chain"],
      ] as const),
      [{ fault: "toString" }, "fault"] as const,
    ]) {
      expect(refused(data), JSON.stringify(data)).to.equal(argument)
    }
  })
})

describe("the parts that faults are about", () => {
  it("are stages, and actors that do one or several of them: each stage has exactly one", () => {
    for (const stage of everyStage) expect([...stagesOf(stage)]).to.deep.equal([stage])
    const actors = everyPart.filter((part) => !everyStage.includes(part as never))
    expect(actors).to.have.length(9)
    expect(actors.flatMap((actor) => [...stagesOf(actor)]).sort()).to.deep.equal([...everyStage].sort())
    expect([...stagesOf("executor")]).to.deep.equal(["verify", "simulate", "execute"])
  })

  it("work on messages, payloads and jobs, each of which is new once", () => {
    const items = [{ outbound: { messageId: "m" }, id: "x" }, { payloadId: "p", id: "y" }, { id: "j" }, {}]
    expect(items.map(itemId)).to.deep.equal(["m", "p", "j", ""])
    const countNew = createNewItems()
    expect([countNew(items.slice(0, 2)), countNew(items), countNew(items), countNew([])]).to.deep.equal([2, 2, 0, 0])
  })
})
