import { totalmem } from "node:os"

import { expect } from "chai"
import { beforeEach, describe, it } from "mocha"

import { startDevnet } from "#src/devnet/index.js"
import { defaultMemoryWarning, DevnetMemoryError, watchMemory } from "#src/devnet/watchMemory.js"
import { createListeners, type Listeners } from "#src/primitives/lifetime/createListeners.js"

const mebibyte = 1024 * 1024

describe("watchMemory", () => {
  let taken: number
  let reports: DevnetMemoryError[]
  let heads: Listeners
  const mine = (blocks: number) => {
    for (let block = 0; block < blocks; block += 1) heads.notify()
  }
  beforeEach(() => {
    taken = 0
    reports = []
    heads = createListeners()
    watchMemory([{ onHead: (listener) => heads.subscribe(listener) }], {
      limit: 1000,
      report: (error) => reports.push(error),
      readMemory: () => taken * mebibyte,
    })
  })

  it("warns once when the limit is reached, and says what to do", () => {
    taken = 999
    mine(1000)
    expect(reports).to.deep.equal([])
    taken = 1000
    mine(1000)
    expect(reports).to.have.length(1)
    expect(reports[0]).to.have.property("code", "DEVNET_MEMORY")
    expect(reports[0]?.facts).to.deep.equal({ memory: "1000 MiB", "warning from": "1000 MiB" })
    expect(reports[0]?.next).to.contain("Restart")
  })

  it("warns again whenever a quarter of the limit more is taken", () => {
    for (taken = 900; taken <= 2000; taken += 10) mine(100)
    expect(reports.map(({ facts }) => facts["memory"])).to.deep.equal([
      "1000 MiB",
      "1250 MiB",
      "1500 MiB",
      "1750 MiB",
      "2000 MiB",
    ])
  })

  it("looks once in a hundred blocks", () => {
    let looks = 0
    watchMemory([{ onHead: (listener) => heads.subscribe(listener) }], {
      limit: 1,
      report: () => undefined,
      readMemory: () => (looks += 1),
    })
    mine(1000)
    expect(looks).to.equal(10)
  })
})

describe("a devnet that takes more memory than its warning allows", () => {
  it("reports it to onError", async () => {
    await using devnet = await startDevnet({ gateway: false, market: false, memoryWarning: 1 })
    const errors: unknown[] = []
    devnet.onError((error) => errors.push(error))
    await devnet.chains.alpha.testClient.mine({ blocks: 1 })
    for (let block = 0; block < 100; block += 1) await devnet.chains.alpha.provider.request({ method: "evm_mine" })
    expect(errors).to.have.length(1)
    expect(errors[0]).to.be.instanceOf(DevnetMemoryError)
  })

  it("warns at 3 GiB at most, and before half of the memory of the machine or its container is taken", () => {
    const gibibyte = 1024 * mebibyte
    // Without a container's limit Node says 0, or more than any machine has.
    for (const [machine, container, warning] of [
      [64, 0, 3072],
      [64, 2 ** 24, 3072],
      [6.01, 0, 3072],
      [5.99, 0, 3066],
      [2, 0, 1024],
      [64, 2, 1024],
      [1, 2, 512],
    ] as const) {
      expect(defaultMemoryWarning(machine * gibibyte, container * gibibyte), `${machine} ${container}`).to.equal(
        warning,
      )
    }
  })

  it("warns at that without a limit of its own", () => {
    const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity)
    expect(defaultMemoryWarning()).to.equal(defaultMemoryWarning(machine, 0))
  })
})
