import { expect } from "chai"
import { describe, it } from "mocha"

import { IdUsedBeforeError } from "#src/devnet/chain/setBackErrors.js"
import { MessageHeldError } from "#src/devnet/messaging/holdMessages.js"
import { createFaults, openFaults } from "#src/testing/faults/faultList.js"
import type { FaultData } from "#src/testing/faults/WorldFaults.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { recordOf } from "#test/fixtures/worlds/messaging/actorsOnPaper.js"

const down: FaultData = { fault: "down", part: "attest" }
const skewed: FaultData = { fault: "skewedClock", chain: "beta", seconds: 60 }
const reorg: FaultData = { fault: "reorg", chain: "alpha", blocks: 1, at: "SEALED" }
const [a, b] = [recordOf(1), recordOf(2)]

/** A world of two chains without actors. `mine` is what mining takes. */
function open(options: Parameters<typeof openFaults>[1] = {}, mine: () => Promise<unknown> = () => Promise.resolve()) {
  const events: string[] = []
  const errors = new Set<(error: unknown) => void>()
  const chainOf = (name: string, slug: number) => ({ name, slug, testClient: { mine } })
  const nothing = () => () => undefined
  const world = {
    devnet: {
      chains: { alpha: chainOf("alpha", 1), beta: chainOf("beta", 2) },
      onError(listener: (error: unknown) => void) {
        errors.add(listener)
        return () => errors.delete(listener)
      },
    },
    ...{ interceptors: new Set(), faultTexts: new Set(), snapshotState: new Set() },
    relay: { wake: () => events.push("wake") },
    chainTime: { shift: (name: string, by: number) => events.push(`${name} by ${by}`) },
    hooks: { chains: { of: () => ({ hooks: new Set(), onReceipt: { subscribe: nothing } }) } },
    accounts: { deployer: { address: at(9) }, watchers: [] },
    messaging: { ledger: { inStatus: () => [], subscribe: nothing }, contexts: [] },
  }
  const list = openFaults(world as never, { ...options, changed: () => events.push("changed") })
  return { world, list, events, errors, taken: () => events.splice(0) }
}

/** What becomes a warning of the process. */
async function warningsOf(work: () => unknown): Promise<unknown[]> {
  const warnings: unknown[] = []
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = (warning: unknown) => void warnings.push(warning)
  try {
    await work()
  } finally {
    process.emitWarning = emitWarning
  }
  return warnings
}

describe("the faults of a world", () => {
  it("wake the actors when they begin, are in force and end, and undo what they have done", async () => {
    const { list, taken } = open()
    const { fault, begun } = list.begin(skewed)
    expect(taken()).to.deep.equal(["beta by 60", "wake"])
    await begun
    expect(taken()).to.deep.equal(["changed", "wake"])
    await fault.end()
    expect(taken()).to.deep.equal(["beta by -60", "wake"])
    await fault.end()
    expect([taken(), list.active()]).to.deep.equal([[], []])
    list.begin(down)
    expect(taken()).to.deep.equal(["wake"])
  })

  it("keep the actors waiting while they begin, and are gone where they could not", async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    const { list, taken, world } = open({}, () => promise)
    const { begun } = list.begin(skewed)
    const { choose, before, rest } = list.interceptor
    const items = [1, 2]
    const allowed = async () => [choose?.("seal", 1, items), await before?.("seal", 1, items)]
    expect(await allowed()).to.deep.equal([[], []])
    let hasRested = false
    const rested = rest?.().then(() => (hasRested = true))
    await new Promise(setImmediate)
    expect(hasRested).to.equal(false)
    taken()
    reject(new Error("no gas"))
    expect(await begun.catch(String)).to.contain("no gas")
    await rested
    expect([await allowed(), taken(), list.active()]).to.deep.equal([[items, items], ["wake"], []])
    expect(world.interceptors.size).to.equal(1)
  })

  it("say once that they have shown, and each time what they note, and are kept as they are", () => {
    const { list, taken, world } = open()
    list.begin(down)
    list.begin(skewed, { happened: 3, noted: "a price" })
    expect(taken(), "what another process has begun").to.deep.equal(["wake", "wake"])
    const [, { choose }] = [...world.interceptors] as [unknown, { choose: (...given: unknown[]) => unknown[] }]
    expect([choose("seal", 1, [a]), choose("attest", 1, [])]).to.deep.equal([[a], []])
    expect(taken(), "where nothing was kept").to.deep.equal([])
    expect([choose("attest", 1, [a]), choose("attest", 2, [a, b])]).to.deep.equal([[], []])
    expect(taken()).to.deep.equal(["changed"])
    expect(list.kept()).to.deep.equal([
      { data: down, happened: 2, noted: undefined },
      { data: skewed, happened: 3, noted: "a price" },
    ])
    expect([...world.faultTexts].flatMap((texts) => (texts as () => string[])())).to.deep.equal([
      'world.faults.down("attest") (happened 2 times)',
      'world.faults.skewedClock("beta", { seconds: 60 }) (happened 3 times)',
    ])
  })

  it("are undone all together, the last one first, and what is switched on once more is heard once more", async () => {
    const { list, taken, errors, world } = open()
    const sizes = () => [errors.size, world.interceptors.size, list.active().length]
    expect(sizes()).to.deep.equal([0, 1, 0])
    list.begin(skewed)
    list.begin({ ...skewed, chain: "alpha", seconds: 5 })
    list.begin(down)
    expect(sizes()).to.deep.equal([1, 2, 3])
    taken()
    await list.clear()
    expect(taken().filter((event) => event.includes(" by "))).to.deep.equal(["alpha by -5", "beta by -60"])
    expect(sizes()).to.deep.equal([0, 1, 0])
    const { fault } = list.begin(down)
    expect(sizes()).to.deep.equal([1, 2, 1])
    await fault.end()
    expect(sizes()).to.deep.equal([0, 1, 0])
    list.begin(down)
    expect(sizes()).to.deep.equal([1, 2, 1])
  })

  it("end only once they have begun, and are off before they are undone", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { list, taken } = open({}, () => promise)
    const { fault } = list.begin(skewed)
    let isOver = false
    const ended = fault.end().then(() => (isOver = true))
    await new Promise(setImmediate)
    expect([list.active().length, isOver]).to.deep.equal([1, false])
    resolve(undefined)
    await ended
    expect(taken()).to.deep.equal(["beta by 60", "wake", "changed", "wake", "beta by -60", "wake"])
  })

  it("are begun by functions that take the subject first, and by data", async () => {
    const { list, world } = open()
    const faults = createFaults(() => world as never)
    const begun = [
      faults.down("attest", { chain: "beta" }),
      faults.shuffled({ seed: 5 }),
      await faults.skewedClock("beta", { seconds: 60 }),
      await faults.apply(down),
      faults.missingAttestations(),
    ]
    expect(list.active()).to.deep.equal(begun)
    expect(faults.active().map(({ data }) => data)).to.deep.equal([
      { ...down, chain: "beta" },
      { fault: "shuffled", seed: 5 },
      skewed,
      down,
      { fault: "missingAttestations" },
    ])
    await faults.clear()
    expect(list.active()).to.deep.equal([])
    expect(() => createFaults(() => ({}) as never).active()).to.throw("no faults")
  })

  it("are those that lasted, as often as they had shown, where a world goes back", () => {
    const { list, world, events } = open()
    list.begin(down)
    const [remember] = [...world.snapshotState] as [() => () => void]
    const goBack = remember()
    const show = (item: unknown) => {
      ;([...world.interceptors].at(-1) as { choose: (...given: unknown[]) => void }).choose("attest", 1, [item])
    }
    show(a)
    list.begin(skewed, { happened: 1 })
    goBack()
    expect(list.kept()).to.deep.equal([{ data: down, happened: 0, noted: undefined }])
    expect(world.interceptors.size).to.equal(2)
    show(b)
    expect(list.kept()[0]?.happened).to.equal(1)
    expect(events).to.not.include("beta by -60")
  })

  it("make warnings of what they do not explain, as long as they last and nobody else listens", async () => {
    const held = new MessageHeldError({ record: a, reason: "REFUSED" })
    const used = new IdUsedBeforeError({ what: "message", id: bytes32(1), chain: "alpha" })
    const other = new Error("no gas")
    const said = async (begin: (list: ReturnType<typeof open>["list"]) => unknown, options = {}) => {
      const { list, errors } = open(options)
      begin(list)
      const warnings = await warningsOf(() => {
        for (const listener of errors) for (const error of [held, used, other, "text"]) listener(error)
      })
      await list.clear()
      expect(errors.size).to.equal(0)
      return warnings
    }
    expect(await said((list) => list.begin(down))).to.deep.equal([used, other, "text"])
    expect(await said((list) => list.begin(down, { happened: 1 }))).to.deep.equal([used, other, "text"])
    expect(await said((list) => list.begin(reorg))).to.deep.equal([used, other, "text"])
    expect(await said((list) => list.begin(reorg, { happened: 1 }))).to.deep.equal([other, "text"])
    expect(await said((list) => list.begin(down), { isHeard: true })).to.deep.equal([])
    expect(await said(() => undefined)).to.deep.equal([])
  })
})
