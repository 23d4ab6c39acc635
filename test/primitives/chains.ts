import { expect } from "chai"
import { describe, it } from "mocha"

import type { ChainEntry } from "#src/primitives/chains.js"
import { findChain } from "#src/primitives/chains.js"
import { thrown } from "#test/fixtures/failure.js"

const alpha: ChainEntry = { name: "alpha", slug: 41001, network: "plugsAlpha" }
const beta: ChainEntry = { name: "beta", slug: 41002, network: "plugsBeta" }
const fork: ChainEntry = { name: "fork", slug: 41003, network: "plugsBeta" }

describe("findChain", () => {
  it("finds a chain by name, network or slug", () => {
    for (const wanted of ["beta", "plugsBeta", "41002", 41002, " beta "]) {
      expect(findChain([alpha, beta], wanted, "--dst")).to.equal(beta)
    }
  })

  it("takes the name before the network and the slug", () => {
    const confusing: ChainEntry = { name: "plugsAlpha", slug: 1, network: "other" }
    expect(findChain([alpha, confusing], "plugsAlpha", "--dst")).to.equal(confusing)
  })

  it("lists the known chains if none matches", () => {
    const error = thrown(() => findChain([alpha, beta], "gamma", "--dst"))
    expect(error.message).to.equal(
      'Option "--dst": no chain is called "gamma". Known chains: alpha (41001), beta (41002).',
    )
    const near = ["betta", "plugBeta", "4100"].map((wanted) => thrown(() => findChain([beta], wanted, "--dst")).next)
    const known = "Known chains: beta (41002)."
    expect(near).to.deep.equal([...["beta", "plugsBeta", "41002"].map((meant) => `Did you mean ${meant}? ${known}`)])
    expect(thrown(() => findChain([], "gamma", "--dst")).message).to.include("plugs.chains")
  })

  it("reads no other network in place of one that is named", () => {
    const twins = { ...beta, otherNetworks: ["betaFork", "mirror"] }
    const error = thrown(() => findChain([alpha, twins], "mirror", "--dst"))
    expect(error.message).to.equal(
      'Option "--dst": the network "mirror" reaches the chain 41002, which beta is already. Give beta, or write plugs.chains: { mirror: { slug: 41002 } }, which then takes its place.',
    )
    expect(findChain([alpha, twins], 41002, "--dst")).to.equal(twins)
  })

  it("does not guess between two chains of one network", () => {
    const error = thrown(() => findChain([alpha, beta, fork], "plugsBeta", "--dst"))
    expect(error.message).to.equal(`Option "--dst": "plugsBeta" can mean beta or fork. Use the chain's own name.`)
  })
})
