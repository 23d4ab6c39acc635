import { EventEmitter } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { networkConfig } from "#src/devnet/chain/chains.js"
import { openProjectChains, type ProjectRuntime } from "#src/testing/world/openProjectChains.js"
import { thrown } from "#test/fixtures/failure.js"

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

/** A project whose chains open, but for one; and the connections to them. */
function opening({ failing = -1, isClosing = true } = {}) {
  const connections: { override: unknown; provider: unknown; closed: number }[] = []
  let created = 0
  const hre = {
    config: { networks: { own: { type: "edr-simulated" } } },
    hooks: { registerHandlers: () => undefined, unregisterHandlers: () => undefined },
    network: {
      async create({ override }: { override: unknown }) {
        const number = created
        created += 1
        // The one that fails is not the first to end.
        await new Promise(setImmediate)
        if (number === failing) throw new Error(`${failing} does not open`)
        const provider = Object.assign(new EventEmitter(), {
          request: ({ method }: { method: string }) => Promise.resolve(answers[method]),
        })
        const connection = {
          override,
          provider,
          closed: 0,
          close() {
            connection.closed += 1
            return isClosing ? Promise.resolve() : Promise.reject(new Error("does not close"))
          },
        }
        connections.push(connection)
        return connection
      },
    },
  } as unknown as ProjectRuntime
  return { hre, connections }
}

const answers: Readonly<Record<string, unknown>> = {
  eth_accounts: ["0x5fbdb2315678afecb367f032d93f642f64180aa3"],
  eth_getBlockByNumber: { number: "0x0", hash: `0x${"11".repeat(32)}`, timestamp: "0x1" },
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

  it("opens chains that mine each transaction at once and refuse what fails, and takes hold of each before anything else", async () => {
    const { hre, connections } = opening()
    const attached: unknown[] = []
    const open = await openProjectChains(hre, "own")(chains, {
      bornAt: 1_000,
      attach: (name, provider) => attached.push([name, provider === connections[attached.length]?.provider]),
    })
    expect(open.chains.map(({ name, slug, accounts }) => [name, slug, accounts.length])).to.deep.equal([
      ["chain 7", 700, 1],
      ["chain 8", 800, 1],
    ])
    expect(attached).to.deep.equal([
      ["chain 7", true],
      ["chain 8", true],
    ])
    expect(connections.map(({ override }) => override)).to.deep.equal(
      chains.map((chain) => ({
        ...networkConfig(chain, 1_000),
        mining: { auto: true, interval: 0 },
        throwOnTransactionFailures: true,
        throwOnCallFailures: true,
      })),
    )
    expect(connections.map(({ closed }) => closed)).to.deep.equal([0, 0])
    await open.close()
    expect(connections.map(({ closed }) => closed)).to.deep.equal([1, 1])
  })

  it("closes what it has opened where one chain does not open, and says why that one does not", async () => {
    for (const [failing, isClosing] of [
      [1, true],
      [0, true],
      [1, false],
    ] as const) {
      const { hre, connections } = opening({ failing, isClosing })
      const error = await openProjectChains(hre, "own")(chains).catch(String)
      expect(error).to.equal(`Error: ${failing} does not open`)
      expect(connections.map(({ closed }) => closed)).to.deep.equal([1])
    }
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
