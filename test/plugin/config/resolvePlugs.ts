import { expect } from "chai"
import { configVariable } from "hardhat/config"
import { describe, it } from "mocha"

import { devnetSocket } from "#src/devnet/addresses.js"
import type { PlugsUserConfig } from "#src/plugin/config/PlugsUserConfig.js"
import { resolvePlugs } from "#src/plugin/config/resolvePlugs.js"
import { at } from "#test/fixtures/wire/addresses.js"

/** What stands for a secret that is read later, in place of Hardhat's own. */
const later = (value: unknown): string => `read ${typeof value === "string" ? value : JSON.stringify(value)} later`

/** A block as it is resolved, whole. */
const resolve = (plugs?: PlugsUserConfig) =>
  resolvePlugs(plugs, ((value: unknown) => later(value)) as never, (path) => `/project/${path}`)

const devnetChain = (name: string, slug: number) => [name, { slug, network: name, socket: devnetSocket }] as const

const byDefault = {
  messaging: { baseUrl: "http://127.0.0.1:8645/messaging", apiKey: later("devnet"), deployment: undefined },
  gateway: {
    ...{ baseUrl: "http://127.0.0.1:8645/gateway", deployment: "devnet", network: "gateway", contracts: {} },
  },
  swap: {
    ...{ baseUrl: "http://127.0.0.1:8645/swap", affiliate: "devnet", apiKey: later("devnet") },
    ...{ tokens: {}, chains: {}, routers: {}, prices: {} },
  },
  chains: Object.fromEntries([devnetChain("alpha", 41_001), devnetChain("beta", 41_002)]),
  unidentified: {},
  contracts: {},
  wiring: undefined,
  trust: undefined,
  watch: { fromBlocks: {}, published: {}, invariants: {}, store: undefined, webhook: undefined },
  devnet: {
    port: 8645,
    chains: [
      { name: "alpha", chainId: 41_001, slug: 41_001 },
      { name: "beta", chainId: 41_002, slug: 41_002 },
    ],
    gateway: { chainId: 41_000 },
    ...{ allowedOrigins: [], paths: [] },
  },
  forks: {},
  localNetworks: [],
  recordsKey: undefined,
  prices: undefined,
}

describe("the plugs block, resolved", () => {
  it("is that of a devnet where nothing is written", () => {
    for (const nothing of [undefined, {}]) expect(resolve(nothing)).to.deep.equal(byDefault)
  })

  it("keeps all that is written, with paths of the project, and secrets that are read later", () => {
    const written: PlugsUserConfig = {
      messaging: { baseUrl: "https://messaging.example", apiKey: configVariable("KEY"), deployment: "own.json" },
      gateway: {
        ...{ baseUrl: "https://gateway.example", deployment: "gates.json#ours", network: "gate" },
        contracts: { asyncDeployer: at(2) },
      },
      swap: {
        ...{ baseUrl: "https://swap.example", apiKey: "swap key", affiliate: "our-app" },
        ...{ tokens: { mine: { USDC: at(3) } }, chains: { mine: { allowedTargets: [at(4)] } } },
        ...{ routers: {}, prices: { mine: { USDC: 1 } } },
      },
      contracts: { Greeter: { mine: at(5) } },
      wiring: { pair: { contracts: {} } },
      trust: { leastKeysToForge: 2 },
      watch: {
        ...{
          fromBlocks: { mine: 7 },
          lateAfter: 900,
          published: { mine: "Mine" },
          invariants: { supply: () => undefined },
        },
        webhook: { url: configVariable("URL"), secret: "hook secret", shape: "slack" },
      },
      devnet: {
        ...{ port: 9000, chains: ["red", { name: "xai", chainId: 7, slug: 8 }], gateway: { chainId: 43 } },
        ...{ allowedOrigins: ["http://localhost:5173"], paths: [{ between: ["red", "xai"], kinds: ["FAST"] }] },
        ...{ optimisticTimeout: 60 },
      },
      forks: {
        mine: { url: configVariable("NODE"), block: 5, recording: "mine.ndjson", grows: true },
        yours: { block: 6 },
      },
      localNetworks: ["mine"],
      recordsKey: configVariable("RECORDS"),
      prices: () => 1,
    } as never
    expect(resolve(written)).to.deep.equal({
      messaging: {
        ...{ baseUrl: "https://messaging.example", apiKey: later(configVariable("KEY")) },
        deployment: "/project/own.json",
      },
      gateway: { ...written.gateway, deployment: "/project/gates.json#ours" },
      swap: { ...written.swap, apiKey: later("swap key") },
      chains: Object.fromEntries([devnetChain("red", 41_001), devnetChain("xai", 8)]),
      unidentified: {},
      contracts: written.contracts,
      wiring: written.wiring,
      trust: written.trust,
      watch: {
        ...{
          fromBlocks: { mine: 7 },
          lateAfter: 900,
          store: undefined,
          published: { mine: "Mine" },
          invariants: written.watch?.invariants,
        },
        webhook: { url: later(configVariable("URL")), secret: later("hook secret"), shape: "slack" },
      },
      devnet: {
        ...{ port: 9000, gateway: { chainId: 43 }, optimisticTimeout: 60 },
        chains: [
          { name: "red", chainId: 41_001, slug: 41_001 },
          { name: "xai", chainId: 7, slug: 8 },
        ],
        ...{ allowedOrigins: ["http://localhost:5173"], paths: [{ between: ["red", "xai"], kinds: ["FAST"] }] },
      },
      forks: {
        mine: { url: later(configVariable("NODE")), block: 5, recording: "/project/mine.ndjson", grows: true },
        yours: { block: 6 },
      },
      localNetworks: ["mine"],
      recordsKey: later(configVariable("RECORDS")),
      prices: written.prices,
    })
  })

  it("takes the devnet's gateway for that of its own API alone, and a public one by its name", () => {
    const deploymentOf = (gateway: PlugsUserConfig["gateway"], port = 8645) =>
      resolve({ gateway, devnet: { port } } as PlugsUserConfig).gateway.deployment
    expect(deploymentOf({ baseUrl: "http://127.0.0.1:8645/gateway" })).to.equal("devnet")
    expect(deploymentOf({}, 9000)).to.equal("devnet")
    expect(deploymentOf({ baseUrl: "http://127.0.0.1:8645/gateway" }, 9000)).to.equal(undefined)
    expect(deploymentOf({ baseUrl: "https://gateway.example" })).to.equal(undefined)
    for (const name of ["stage", "dev"]) expect(deploymentOf({ deployment: name })).to.equal(name)
    // A file of that name proves nothing: it is looked for in the project.
    expect(deploymentOf({ deployment: "devnet" })).to.equal("/project/devnet")
  })

  it("gives the devnet's key and affiliate to no swap API elsewhere", () => {
    const credentials = (swap: PlugsUserConfig["swap"]) => {
      const { apiKey, affiliate } = resolve({ swap } as PlugsUserConfig).swap
      return [apiKey, affiliate]
    }
    expect(credentials({ baseUrl: "https://swap.example" })).to.deep.equal([undefined, undefined])
    expect(credentials({ baseUrl: "http://localhost:9000" })).to.deep.equal([later("devnet"), "devnet"])
    expect(credentials({ apiKey: null })).to.deep.equal([undefined, "devnet"])
    expect(credentials({ baseUrl: "https://swap.example", apiKey: "k", affiliate: "a" })).to.deep.equal([
      ...[later("k"), "a"],
    ])
  })

  it("has a webhook with the shape of an event, and with no secret, where only its URL is written", () => {
    const { watch } = resolve({ watch: { webhook: { url: "https://hook.example" }, command: ["a"] } })
    expect(watch).to.deep.equal({
      ...{ command: ["a"], fromBlocks: {}, published: {}, invariants: {}, store: undefined },
      webhook: { url: later("https://hook.example"), secret: undefined, shape: "event" },
    })
  })

  it("has the user's chains first, then those of the devnet whose names and slugs are free", () => {
    const chains = {
      far: {
        slug: 10,
        network: "optimism",
        socket: at(6),
        maxGasCost: "0.5",
        nodes: ["https://a.example", configVariable("B")],
      },
      here: { slug: 41_002 },
      open: { maxGasCost: "2", nodes: [] },
      other: { network: "elsewhere", socket: at(7) },
    }
    const devnet = { chains: ["alpha", "beta", "open", "gamma"] } as const
    const resolved = resolve({ chains, devnet })
    expect(resolved.chains).to.deep.equal({
      far: {
        ...{ slug: 10, network: "optimism", socket: at(6), maxGasCost: "0.5" },
        nodes: [later("https://a.example"), later(configVariable("B"))],
      },
      here: { slug: 41_002, network: "here", socket: undefined },
      ...Object.fromEntries([devnetChain("alpha", 41_001), devnetChain("gamma", 41_004)]),
    })
    expect(Object.keys(resolved.chains)).to.deep.equal(["far", "here", "alpha", "gamma"])
    expect(resolved.unidentified).to.deep.equal({
      open: { network: "open", socket: undefined, maxGasCost: "2", nodes: [] },
      other: { network: "elsewhere", socket: at(7) },
    })
  })
})
