import { expect } from "chai"
import { describe, it } from "mocha"

import { everyStage } from "#src/devnet/stages.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { literal } from "#src/primitives/writeCall.js"
import { checkFault, describeFault, writeFault } from "#src/testing/faults/faultData.js"
import { faults, type FaultSpec } from "#src/testing/faults/faults.js"
import { createNewItems, everyPart, itemId, stagesOf } from "#src/testing/faults/parts.js"
import type { FaultName } from "#src/testing/faults/WorldFaults.js"
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

describe("a fault of a chain", () => {
  it("can be one of the gateway chain where it is of the chain itself, and not of messages between chains", () => {
    const gated = { ...world, gateway: { chain: { slug: 9, name: "gateway" } } } as unknown as OpenWorld
    const values = { seconds: 5, percent: 5, blocks: 1, at: "SEALED", part: "seal", seed: 7, what: "everything" }
    const canFail = (fault: FaultName, chain: string): boolean => {
      const { required = {}, optional = {} }: FaultSpec = faults[fault]
      if (!("chain" in { ...required, ...optional })) return false
      const own = Object.entries(values).filter(([name]) => name in required)
      try {
        checkFault({ ...Object.fromEntries(own), fault, chain } as never, gated)
        return true
      } catch (error) {
        expect((error as PlugsError).facts["argument"], fault).to.equal("chain")
        return false
      }
    }
    const ofChains = (Object.keys(faults) as FaultName[]).filter((fault) => canFail(fault, "alpha"))
    const ofGateway = ["reorg", "down", "slow", "skewedClock", "risingGasPrice", "stoppedChain", "shuffled"]
    expect(ofChains).to.include.members([...ofGateway, "trip", "forge", "risingFees"])
    expect(ofChains.filter((fault) => canFail(fault, "gateway"))).to.deep.equal(ofGateway)
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
