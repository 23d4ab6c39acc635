import { expect } from "chai"
import { describe, it } from "mocha"

import { openProjectChains, type ProjectRuntime } from "../../../src/testing/world/openProjectChains.js"
import { thrown } from "../../fixtures/failure.js"

type Resolved = { type: string; chainId?: number; accounts: string }
type Resolve = (
  user: object,
  resolve: unknown,
  next: () => Promise<unknown>,
) => Promise<{ networks: { own: Resolved } }>

/** A project whose network `own` is of a type, and whose chains cannot be opened; and what was done to it. */
function project(type = "edr-simulated", overridden = type) {
  const handlers = new Set<{ resolveUserConfig: Resolve }>()
  const accountsOf = async (chainId: number) => {
    const resolved = { networks: { own: { type: overridden, chainId, accounts: `worked out for ${chainId}` } } }
    for (const { resolveUserConfig } of handlers)
      await resolveUserConfig({}, undefined, () => Promise.resolve(resolved))
    return resolved.networks.own.accounts
  }
  const seen: unknown[] = []
  const hre = {
    config: { networks: { own: { type, accounts: "the project's" }, far: { type: "http", accounts: "remote" } } },
    hooks: {
      registerHandlers: (category: string, own: { resolveUserConfig: Resolve }) => {
        seen.push(`on ${category}`)
        handlers.add(own)
      },
      unregisterHandlers: (category: string, own: { resolveUserConfig: Resolve }) => {
        seen.push(`off ${category}`)
        handlers.delete(own)
      },
    },
    network: {
      async create({ network, override }: { network: string; override: { chainId: number } }) {
        seen.push([network, override.chainId, await accountsOf(override.chainId), await accountsOf(99)])
        throw new Error(`chain ${override.chainId} does not open`)
      },
    },
  } as unknown as ProjectRuntime
  return { hre, seen, accountsOf }
}

const chains = [7, 8].map((chainId) => ({ name: `chain ${chainId}`, chainId, slug: chainId * 100 }))

describe("openProjectChains", () => {
  it("opens each chain with the accounts of the project's network, and no other connection, and only meanwhile", async () => {
    const { hre, seen, accountsOf } = project()
    const opening = openProjectChains(hre, "own")(chains)
    expect(await opening.catch(String)).to.equal("Error: chain 7 does not open")
    expect(seen).to.deep.equal([
      "on config",
      ["own", 7, "the project's", "worked out for 99"],
      ["own", 8, "the project's", "worked out for 99"],
      "off config",
    ])
    expect(await accountsOf(7)).to.equal("worked out for 7")
  })

  it("leaves accounts as they are where another plugin makes the network one of another type", async () => {
    const { hre, seen } = project("edr-simulated", "http")
    await openProjectChains(hre, "own")(chains.slice(0, 1)).catch(String)
    expect(seen[1]).to.deep.equal(["own", 7, "worked out for 7", "worked out for 99"])
  })

  it("refuses a network that is not there, or is not simulated, before it opens anything", () => {
    for (const [name, says] of [
      ["none", "the project has no network none"],
      ["far", "the network far is not simulated"],
    ] as const) {
      const { hre, seen } = project()
      const error = thrown(() => openProjectChains(hre, name))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "network" })
      expect((error as Error).message).to.contain(says)
      expect(seen).to.deep.equal([])
    }
  })
})
