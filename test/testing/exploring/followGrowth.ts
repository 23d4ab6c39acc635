import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { describeGrowth, findGrowth, followGrowth } from "#src/testing/exploring/followGrowth.js"
import { measuredChain, type MeasuredMessage, measuredMessage } from "#test/fixtures/testing/measuredInbound.js"
import { at } from "#test/fixtures/wire/addresses.js"

/** Gas of so many messages, after a first one that fills storage. */
const gas = (count: number, of: (index: number) => bigint | number): bigint[] => [
  900n,
  ...Array.from({ length: count }, (_, index) => BigInt(of(index))),
]

describe("the growth of an inbound", () => {
  it("is found in five messages after the first, in whatever order they came, and in fewer not", () => {
    const grown = gas(5, (index) => 100 + 20 * index)
    expect(findGrowth(grown)).to.deep.equal({ before: 100n, now: 180n, messages: 4 })
    expect(findGrowth([900n, 180n, 100n, 160n, 140n, 120n])).to.deep.equal({ before: 100n, now: 180n, messages: 4 })
    expect(findGrowth(grown.slice(0, 5))).to.equal(undefined)
    expect(findGrowth([])).to.equal(undefined)
  })

  it("is by half of what was needed at least", () => {
    expect(findGrowth(gas(6, (index) => 100 + 10 * index))).to.deep.equal({ before: 100n, now: 150n, messages: 5 })
    expect(findGrowth(gas(6, (index) => 101 + 10 * index))).to.equal(undefined)
  })

  it("is by about as much each time: three times the least at most, and by something", () => {
    expect(findGrowth([900n, 100n, 110n, 140n, 150n, 160n])).to.deep.include({ now: 160n })
    expect(findGrowth([900n, 100n, 110n, 141n, 151n, 161n])).to.equal(undefined)
    expect(findGrowth([900n, 100n, 200n, 200n, 300n, 400n])).to.equal(undefined)
    expect(findGrowth(gas(5, () => 100))).to.equal(undefined)
  })

  it("is that of the last thirteen", () => {
    const grown = gas(20, (index) => 100 + 20 * index)
    expect(findGrowth(grown)).to.deep.equal({ before: 240n, now: 480n, messages: 12 })
  })

  it("is told as a multiple with one digit", () => {
    const growth = { contract: "a.Box", before: 300n, now: 500n, gasLimit: 900n, messages: 4 }
    expect(describeGrowth(growth)).to.equal(
      "The inbound of a.Box needs 1.6 times what it needed 4 messages ago: 500 gas, of a limit of 900",
    )
  })
})

describe("the growth that is looked for in messages", () => {
  const plugs = { box: at(0x11), list: at(0x12) }

  /** A log over messages, whose traces beta answers. */
  function follow(sent: () => readonly MeasuredMessage[]) {
    const open = {
      messaging: measuredChain(sent),
      registry: { find: (_: string, address: Address) => (address === plugs.list ? { name: "List" } : undefined) },
    }
    return followGrowth(open as never, sent as never)
  }
  const growing = (count: number, by: number) => Array.from({ length: count }, (_, index) => 100 + by * index)

  it("is that of messages to one plug with payloads of one size, each plug once, with the gas that they had", async () => {
    let sent: MeasuredMessage[] = [
      ...[900, ...growing(5, 20)].map((gas, index) => measuredMessage(index, plugs.list, gas)),
      ...[900, ...growing(5, 0)].map((gas, index) => measuredMessage(100 + index, plugs.box, gas)),
      // Too few of this size, on this chain and executed.
      ...growing(4, 50).map((gas, index) => measuredMessage(200 + index, plugs.box, gas, { payload: "0x1234" })),
      ...growing(6, 50).map((_, index) => measuredMessage(300 + index, plugs.box, undefined, { payload: "0x123456" })),
      ...growing(6, 50).map((gas, index) => measuredMessage(400 + index, plugs.box, gas, { dstChainSlug: 3 })),
    ]
    const growth = follow(() => sent)
    expect(growth.found()).to.deep.equal([])
    await growth.look()
    const found = { contract: "List on beta", gasLimit: 700n, before: 100n, now: 180n, messages: 4 }
    expect(growth.found()).to.deep.equal([found])
    sent = [900, ...growing(6, 20)].map((gas, index) => measuredMessage(index, plugs.list, gas))
    await growth.look()
    expect(growth.found()).to.deep.equal([{ ...found, now: 200n, messages: 5 }])
    // A run that has sent less takes nothing back.
    sent = []
    await growth.look()
    expect(growth.found()).to.have.length(1)
  })
})
