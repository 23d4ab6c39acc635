import { expect } from "chai"
import { describe, it } from "mocha"

import { checkAmount, checkList, checkOptions, describeArgument } from "#src/testing/arguments.js"
import { addressOf, chainNamed, chainOfSlug, everyChain, isOn, tokensNamed } from "#src/testing/world/findInWorld.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { thrown } from "#test/fixtures/failure.js"

const says = (act: () => unknown): string => thrown(act).message

describe("what users without TypeScript give", () => {
  it("is named as code would write it", () => {
    const values = ["a", 5n, [1], {}, () => 1, 5, null, undefined, true]
    expect(values.map(describeArgument)).to.deep.equal([
      ...['"a"', "5n", "a list", "an object", "a function", "5", "null", "undefined", "true"],
    ])
  })

  it("is an object of known options, or nothing", () => {
    const known = ["until", "nth"]
    for (const options of [undefined, {}, { nth: 1 }, { until: 2, nth: 3 }]) checkOptions("deliver", options, known)
    expect(
      says(() => {
        checkOptions("deliver", { until: 1, nht: 2, other: 3 }, known)
      }),
    ).to.equal('Argument "deliver": there is no option "nht". Use some of until, nth. Did you mean nth?')
    for (const [options, text] of [
      [null, "null"],
      [5, "5"],
      ["a", '"a"'],
      [[], "a list"],
      [() => 1, "a function"],
    ]) {
      expect(
        says(() => {
          checkOptions("deliver", options, known)
        }),
      ).to.equal(
        `Argument "deliver": its options are ${text as string}, and no object. Give an object with some of until, nth.`,
      )
    }
  })

  it("is a list, an amount from zero on, and an address in any case", () => {
    checkList("rows", [], "[1]")
    expect(
      says(() => {
        checkList("rows", "a", "[1]")
      }),
    ).to.equal('Argument "rows": "a" is no list. Give a list: [1].')
    checkAmount("amount", 0n)
    for (const amount of [-1n, 1, "1", undefined]) {
      expect(
        says(() => {
          checkAmount("amount", amount)
        }),
      ).to.contain(`: ${describeArgument(amount)} is no bigint from 0n.`)
    }
    const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
    for (const given of [address, address.toLowerCase(), { address }, { address: address.toLowerCase() }]) {
      expect(addressOf(given as never)).to.equal(address)
    }
    for (const given of ["0x12", `${address}00`, {}, null, undefined, 5, { address: 5 }]) {
      expect(says(() => addressOf(given as never, "of"))).to.match(/^Argument "of": .* is neither an address nor /)
    }
  })
})

describe("what is found in a world", () => {
  const [alpha, beta, gateway] = ["alpha", "beta", "gateway"].map((name, slug) => ({ name, slug: slug + 1 }))
  const devnet = {
    chains: { alpha, beta },
    market: { beta: { tokens: { one: { symbol: "ONE", address: "0x1" }, two: { symbol: "TWO", address: "0x2" } } } },
  }
  const served = { feeToken: "0x3", sixDecimalFeeToken: "0x4" }
  const world = { devnet } as unknown as OpenWorld
  const gated = { devnet, gateway: { chain: gateway, servedContracts: served } } as unknown as OpenWorld

  it("are its chains by name and by slug, the gateway's among all alone", () => {
    expect([everyChain(world), everyChain(gated)]).to.deep.equal([
      [alpha, beta],
      [alpha, beta, gateway],
    ])
    expect([1, 2, 3].map((slug) => chainOfSlug(gated, slug)?.name)).to.deep.equal(["alpha", "beta", undefined])
    expect([1, 2, 3].map(isOn(gated, "gateway"))).to.deep.equal([false, false, true])
    expect([1, 2, 3].map(isOn(gated, undefined))).to.deep.equal([true, true, true])
    expect(chainNamed(gated, "beta")).to.equal(beta)
    expect(says(() => chainNamed(gated, "betta"))).to.equal(
      'Argument "chain": the world has no chain "betta". Name one of alpha, beta, or add it: createWorld(hre, { chains: […] }). Did you mean beta?',
    )
    for (const name of ["gateway", "toString"]) expect(says(() => chainNamed(gated, name))).to.contain("has no chain")
  })

  it("are the tokens of a chain's market, and those that pay fees where there is a gateway", () => {
    const chain = (name: string) => ({ name }) as never
    const market = [
      ["ONE", "0x1"],
      ["TWO", "0x2"],
    ]
    expect([...tokensNamed(world, chain("beta"))]).to.deep.equal(market)
    expect([...tokensNamed(world, chain("alpha"))]).to.deep.equal([])
    expect([...tokensNamed(gated, chain("beta"))]).to.deep.equal([...market, ["USDX", "0x3"], ["USD6", "0x4"]])
  })
})
