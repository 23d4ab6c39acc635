import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { type ContractOf, listConnections } from "#src/messaging/wiring/plan/listConnections.js"
import { readWiring } from "#src/messaging/wiring/readWiring.js"
import { failure } from "#test/fixtures/failure.js"

const chains = { alpha: { slug: 41001 }, beta: { slug: 41002 }, gamma: { slug: 41003 } } as never
const [alpha, beta, gamma, safe]: readonly Address[] = ["1", "2", "3", "4"].map(
  (digit): Address => `0x${digit.repeat(40)}`,
)

describe("listConnections", () => {
  const list = async (wiring: object, contractOf?: ContractOf) =>
    await listConnections(readWiring(wiring, Object.keys(chains)), { chains, contractOf })

  it("has a connection once that two applications want alike", async () => {
    const { wanted } = await list({ one: { contracts: { alpha, beta } }, other: { contracts: { alpha, beta } } })
    expect(wanted.map(({ application }) => application)).to.deep.equal(["one", "one"])
  })

  it("refuses applications that say different things of a plug or of a connection", async () => {
    for (const [one, other, says] of [
      [{ contracts: { alpha, beta }, owner: safe }, { contracts: { alpha, gamma } }, "owner or function"],
      [{ contracts: { alpha, beta } }, { contracts: { alpha, beta: gamma } }, "sibling or switchboard on beta"],
      [
        { contracts: { alpha, beta }, switchboard: "FAST" },
        { contracts: { alpha, beta }, switchboard: "OPTIMISTIC" },
        "sibling or switchboard on beta",
      ],
      [
        { contracts: { alpha, beta }, switchboard: { alpha: safe, beta: gamma } },
        { contracts: { alpha, beta }, switchboard: { alpha: safe, beta: safe } },
        "sibling or switchboard on alpha",
      ],
    ] as const) {
      const { message } = await failure(list({ one, other }))
      expect(message).to.contain("it contradicts one").and.to.contain(says)
    }
  })

  it("has the addresses of contracts that are named, as they are known on each chain", async () => {
    const near = { contracts: { alpha: "Vault", beta: "Vault", gamma } }
    const known = new Map([
      ["Vault alpha", alpha],
      ["Vault beta", beta],
    ])
    const contractOf = (name: string, chain: string) => known.get(`${name} ${chain}`)!
    const later: ContractOf = (name, chain) => Promise.resolve(contractOf(name, chain))
    for (const find of [contractOf, later]) {
      const { plugs } = await list({ near }, find)
      expect(plugs.map(({ chain, plug }) => [chain, plug])).to.deep.equal([
        ...[
          ["alpha", alpha],
          ["beta", beta],
          ["gamma", gamma],
        ],
      ])
    }
    const unknown = await failure(list({ near }))
    expect(unknown).to.include({ code: "INVALID_INPUT", argument: "wiring.near.contracts.alpha" })
    expect(unknown.message).to.contain("Vault is a name, and nothing says which address it has")
    const wrong = await failure(list({ near }, () => "0x12"))
    expect(wrong).to.include({ code: "INVALID_INPUT", argument: "wiring.near.contracts.alpha" })
  })
})
