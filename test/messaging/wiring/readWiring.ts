import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { readWiring } from "#src/messaging/wiring/readWiring.js"
import { thrown } from "#test/fixtures/failure.js"

const chains = ["alpha", "beta", "gamma", "delta"]
const [one, two, three]: readonly Address[] = ["1", "2", "3"].map((digit): Address => `0x${digit.repeat(40)}`)
const contracts = { alpha: one!, beta: "Greeter", gamma: three! }
const read = (application: object, name = "greeters") => readWiring({ [name]: application }, chains)[0]!

describe("readWiring", () => {
  it("reads an application of two chains, whose name may be a letter", () => {
    const { name, pairs } = read({ contracts: { alpha: one!, beta: two! } }, "a")
    expect([name, pairs.length]).to.deep.equal(["a", 1])
  })

  it("reads a hub, pairs in either form, and what a pair says of its own", () => {
    const hub = read({ contracts, talk: { hub: "beta" } })
    expect(hub.pairs.map(({ between }) => between.join())).to.deep.equal(["beta,alpha", "beta,gamma"])
    const own = { between: ["gamma", "beta"], switchboard: { gamma: one, beta: two } }
    const talk = [["alpha", "beta"], own, { between: ["gamma", "alpha"], switchboard: "OPTIMISTIC" }]
    const { pairs } = read({ contracts, talk, switchboard: "OPTIMISTIC" })
    expect(pairs.map(({ between }) => between.join())).to.deep.equal(["alpha,beta", "gamma,beta", "gamma,alpha"])
    expect(pairs.map(({ switchboards }) => switchboards)).to.deep.equal([
      "OPTIMISTIC",
      new Map([
        ["gamma", one],
        ["beta", two],
      ]),
      "OPTIMISTIC",
    ])
  })

  it("takes one owner for all chains, or one for each", () => {
    const ownersOf = (owner: unknown) => Object.fromEntries(read({ contracts, owner }).owners)
    expect(ownersOf(two)).to.deep.equal({ alpha: two, beta: two, gamma: two })
    expect(ownersOf({ gamma: two, alpha: three })).to.deep.equal({ gamma: two, alpha: three })
  })

  it("takes a function by its name or signature, with or without arguments, and disconnects as it connects", () => {
    const own = read({
      contracts,
      connect: "link",
      disconnect: { signature: "cut(uint32)", args: ["siblingChainSlug"] },
    })
    expect(own.connect).to.deep.equal({ signature: "link(uint32,address,address)", args: undefined })
    expect(own.disconnect).to.deep.equal({ signature: "cut(uint32)", args: ["siblingChainSlug"] })
    expect(read({ contracts, connect: "link" }).disconnect).to.deep.equal(own.connect)
  })

  const place = "wiring.greeters"
  const malformed: readonly (readonly [of: string, application: unknown, argument: string])[] = [
    ["no object", "all", place],
    ["an unknown key", { contracts, talks: "all" }, `${place}.talks`],
    ["no contracts", {}, `${place}.contracts`],
    ["one contract", { contracts: { alpha: one } }, `${place}.contracts`],
    ["a chain that is not known", { contracts: { ...contracts, omega: one } }, `${place}.contracts.omega`],
    ["a number for a contract", { contracts: { ...contracts, delta: 7 } }, `${place}.contracts.delta`],
    ["an empty contract", { contracts: { ...contracts, delta: "" } }, `${place}.contracts.delta`],
    ["a malformed address", { contracts: { ...contracts, delta: "0x12" } }, `${place}.contracts.delta`],
    ["another word for all", { contracts, talk: "everyone" }, `${place}.talk`],
    ["a hub without a contract", { contracts, talk: { hub: "delta" } }, `${place}.talk.hub`],
    ["a key beside the hub", { contracts, talk: { hub: "beta", spoke: "alpha" } }, `${place}.talk.spoke`],
    ["one chain as a pair", { contracts, talk: [["alpha"]] }, `${place}.talk[0]`],
    ["three chains as a pair", { contracts, talk: [["alpha", "beta", "gamma"]] }, `${place}.talk[0]`],
    [
      "a pair of one chain",
      {
        contracts,
        talk: [
          ["alpha", "beta"],
          ["beta", "beta"],
        ],
      },
      `${place}.talk[1]`,
    ],
    ["a pair with another chain", { contracts, talk: [["alpha", "delta"]] }, `${place}.talk[0]`],
    [
      "a pair both ways",
      {
        contracts,
        talk: [
          ["alpha", "beta"],
          ["beta", "alpha"],
        ],
      },
      `${place}.talk`,
    ],
    ["an unknown kind", { contracts, switchboard: "SLOW" }, `${place}.switchboard`],
    [
      "a kind of a pair",
      { contracts, talk: [{ between: ["alpha", "beta"], switchboard: "SLOW" }] },
      `${place}.talk[0].switchboard`,
    ],
    ["a switchboard that is none", { contracts, switchboard: { alpha: "0x12" } }, `${place}.switchboard.alpha`],
    ["a switchboard elsewhere", { contracts, switchboard: { delta: one } }, `${place}.switchboard.delta`],
    ["an owner that is none", { contracts, owner: "me" }, `${place}.owner`],
    ["an owner elsewhere", { contracts, owner: { delta: one } }, `${place}.owner.delta`],
    ["a number to connect", { contracts, connect: 1 }, `${place}.connect`],
    ["no signature", { contracts, connect: { args: [] } }, `${place}.connect`],
    [
      "arguments that are no list",
      { contracts, disconnect: { signature: "cut()", args: "all" } },
      `${place}.disconnect.args`,
    ],
  ]
  for (const [of, application, argument] of malformed) {
    it(`refuses ${of}, and names its place`, () => {
      const { code, facts } = thrown(() => readWiring({ greeters: application }, chains))
      expect([code, facts["argument"]]).to.deep.equal(["INVALID_INPUT", argument])
    })
  }

  it("quotes the name that is not known, and no other value", () => {
    const problem = (switchboard: unknown) => thrown(() => read({ contracts, talk: { hub: switchboard } })).message
    expect(problem("delta")).to.contain('"delta" is no chain of the contracts')
    expect(problem(7)).to.contain("it is no chain of the contracts")
  })

  it("refuses a wiring without applications", () => {
    expect(thrown(() => readWiring({}, chains)).facts["argument"]).to.equal("wiring")
  })
})
