import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress, parseAbi } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { findPlugs } from "#tasks/doctor/findPlugs.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"

const address = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const socket = address("5")
const plugAbi = parseAbi(["function socket() view returns (address)", "function socket__() view returns (address)"])

/** A chain with a socket, of this slug or of another one, and plugs at these addresses. */
function chainWith(name: string, slug: number, plugs: readonly Address[], socketSlug: number = slug) {
  const plug = { abi: plugAbi, answer: () => socket }
  const contracts = {
    [socket]: { abi: socketAbi, answer: () => socketSlug },
    ...Object.fromEntries(plugs.map((at) => [at, plug])),
  }
  const open = () => Promise.resolve({ client: createFakeChain({ contracts }).client })
  return { name, slug, network: name, socket, isDevnet: false, isLocal: false, chainId: slug, open } as never
}
const [alpha, beta] = [
  chainWith("alpha", 1, [address("1"), address("2")]),
  chainWith("beta", 2, [address("1"), address("3")]),
]
const chains = [alpha, beta]

/** The project calls these contracts so. */
const named = { 1: { Counter: address("1"), Helper: address("9") }, 2: { Counter: address("3") } } as Record<
  number,
  Record<string, Address>
>
const book = {
  names: (slug: number) => Object.keys(named[slug] ?? {}),
  nameOf: (slug: number, at: string) => Object.entries(named[slug] ?? {}).find(([, own]) => own === at)?.[0],
  find: (name: string, { chain, argument }: { chain?: { slug: number }; argument: string }) => {
    const found = chain && named[chain.slug]?.[name]
    if (found !== undefined) return Promise.resolve({ address: found })
    return Promise.reject(new InvalidInputError({ argument, problem: `${name} is not known`, fix: "Name another." }))
  },
} as never

const find = async (given: readonly string[], wired: readonly object[] = [], on = chains) =>
  (await findPlugs(book, on, given, wired as never)).map(({ label, plugs }) => [
    label,
    plugs.map((plug) => `${plug.label} ${plug.chain.name} ${plug.address.slice(0, 4)}`),
  ])

describe("findPlugs", () => {
  it("takes every contract with a name that is a plug, and those of the wiring", async () => {
    expect(await find([])).to.deep.equal([["Counter", ["Counter alpha 0x11", "Counter beta 0x33"]]])
    const wired = [
      { chain: alpha, address: address("2"), application: "greeters" },
      { chain: alpha, address: address("1"), application: "greeters" },
    ]
    expect(await find([], wired)).to.deep.equal([
      ["greeters", ["Counter alpha 0x11", "greeters alpha 0x22"]],
      ["Counter", ["Counter beta 0x33"]],
    ])
  })

  it("takes a name for a plug's where nobody can say that it is none: the node or the socket of the chain is not well", async () => {
    const down = { name: "alpha", slug: 1, open: () => Promise.reject(new Error("down")) } as never
    const ofBeta = ["Counter", ["Counter beta 0x33"]]
    const all = [
      ["Counter", ["Counter alpha 0x11", "Counter beta 0x33"]],
      ["Helper", ["Helper alpha 0x99"]],
    ]
    expect(await find([], [], [down, beta])).to.deep.equal(all)
    expect(await find([], [], [chainWith("alpha", 1, [address("1")], 7), beta])).to.deep.equal(all)
    expect(await find([], [], [chainWith("alpha", 1, []), beta])).to.deep.equal([ofBeta])
  })

  it("takes those that are given, by name on each chain or on one, and each once", async () => {
    const both = ["Counter", ["Counter alpha 0x11", "Counter beta 0x33"]]
    expect(await find(["Counter"])).to.deep.equal([both])
    expect(await find(["Counter@beta"])).to.deep.equal([["Counter", ["Counter beta 0x33"]]])
    expect(await find(["Counter", "Counter@alpha"])).to.deep.equal([both])
    // One that is named is checked whatever it is.
    expect(await find(["Helper"])).to.deep.equal([["Helper", ["Helper alpha 0x99"]]])
    expect((await failure(find(["Other"]))).facts["argument"]).to.equal("plugs")
    expect((await failure(find(["Counter@gamma"]))).facts["argument"]).to.equal("plugs")
  })

  it("takes an address on the chains where it is a plug, else on the first, and all without a name belong together", async () => {
    const [one, three] = [address("1"), address("3")]
    expect(await find([one])).to.deep.equal([
      ["Counter", [`Counter alpha ${one.slice(0, 4)}`]],
      ["the given plugs", [`${one} beta ${one.slice(0, 4)}`]],
    ])
    expect(await find([`${one}@beta`, `${address("2")}@alpha`])).to.deep.equal([
      ["the given plugs", [`${one} beta 0x11`, `${address("2")} alpha 0x22`]],
    ])
    expect(await find([three])).to.deep.equal([["Counter", ["Counter beta 0x33"]]])
    expect(await find([address("7")])).to.deep.equal([["the given plugs", [`${address("7")} alpha 0x77`]]])
    expect((await failure(find(["0x12@alpha"]))).facts["argument"]).to.equal("plugs")
  })
})
