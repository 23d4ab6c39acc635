import { expect } from "chai"
import { describe, it } from "mocha"
import { isAddress } from "viem"

import { findWatchedPlugs } from "#extras/watch/tasks/watch/findWatchedPlugs.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [alpha, beta, gamma] = ["alpha", "beta", "gamma"].map((name, index) => ({ slug: 41_001 + index, network: name }))
const entry = { alpha: { ...alpha, name: "alpha" }, beta: { ...beta, name: "beta" } }
const own = { Counter: { 41_001: at(1), 41_002: at(2) }, Token: { 41_001: at(3) } } as const

/** The plugs that are found, and as which argument each was asked for. */
async function find(plugs: string | undefined, contracts: object = {}) {
  const asked: unknown[] = []
  const book = {
    names: (slug: number) => Object.entries(own).flatMap(([name, on]) => (slug in on ? [name] : [])),
    find: (name: string, { chain, argument }: { chain?: { slug: number }; argument: string }) => {
      asked.push(argument)
      const address = isAddress(name) ? name : own[name as keyof typeof own][chain?.slug as 41_001]
      return Promise.resolve({ chain, address })
    },
  }
  const hre = {
    config: {
      plugs: { chains: { alpha, beta, gamma }, wiring: { application: { contracts } } },
      paths: { root: "/" },
    },
  }
  return { found: await findWatchedPlugs(hre as never, plugs?.split(","), book as never), asked }
}

describe("findWatchedPlugs", () => {
  it("finds a contract on each chain that has it, or on the one that is named, and addresses there", async () => {
    const [onAlpha, onBeta] = [
      { chain: entry.alpha, address: at(1) },
      { chain: entry.beta, address: at(2) },
    ]
    expect(await find("Counter")).to.deep.equal({ found: [onAlpha, onBeta], asked: ["--plug", "--plug"] })
    expect((await find("Counter@beta,Token")).found).to.deep.equal([onBeta, { chain: entry.alpha, address: at(3) }])
    expect((await find(`${at(9)}@41002`)).found).to.deep.equal([{ chain: entry.beta, address: at(9) }])
    expect(await failure(find(at(9)))).to.deep.include({ code: "INVALID_INPUT", argument: "--plug" })
    expect(await failure(find("Counter@delta"))).to.deep.include({ code: "INVALID_INPUT", argument: "--plug" })
  })

  it("finds those of the wiring where none is named", async () => {
    expect(await find(undefined, { alpha: at(5), beta: "Counter" })).to.deep.equal({
      found: [
        { chain: entry.alpha, address: at(5) },
        { chain: entry.beta, address: at(2) },
      ],
      asked: ["wiring: contract on alpha", "wiring: contract on beta"],
    })
    const { found } = await find("Token", { alpha: at(5), beta: "Counter" })
    expect(found).to.deep.equal([{ chain: entry.alpha, address: at(3) }])
  })
})
