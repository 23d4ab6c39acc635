import { expect } from "chai"
import type { HardhatUserConfig } from "hardhat/types/config"
import { describe, it } from "mocha"

import { validatePlugs } from "#src/plugin/config/validatePlugs.js"
import { at } from "#test/fixtures/wire/addresses.js"

/** The places of a block that are refused, in order. */
const refused = (plugs: unknown): string[] =>
  validatePlugs({ networks: { mine: { type: "http", url: "https://rpc.example" } }, plugs } as HardhatUserConfig).map(
    ({ path }) => path.join("."),
  )

const exception = { rule: "FEW_KEYS_FORGE", reason: "It is new.", until: "2027-01-31" }
const path = { between: ["alpha", "beta"], kinds: ["FAST"] }

describe("the limits of the plugs block", () => {
  for (const [place, put, good, bad] of [
    ["devnet.port", (port: unknown) => ({ devnet: { port } }), [1, 65_535], [0, 65_536, "8645"]],
    [
      "devnet.optimisticTimeout",
      (optimisticTimeout: unknown) => ({ devnet: { optimisticTimeout } }),
      [1, 31_536_000],
      [0, 31_536_001],
    ],
    ["devnet.memoryWarning", (memoryWarning: unknown) => ({ devnet: { memoryWarning } }), [1, 2 ** 40], [0, -1]],
    [
      "devnet.gateway.chainId",
      (chainId: unknown) => ({ devnet: { gateway: { chainId } } }),
      [1, 4_294_967_295],
      [0, 4_294_967_296],
    ],
    [
      "devnet.chains.1.chainId",
      (chainId: unknown) => ({ devnet: { chains: ["alpha", { name: "b", chainId, slug: 5 }] } }),
      [1, Number.MAX_SAFE_INTEGER],
      [0, undefined],
    ],
    [
      "devnet.chains.1.slug",
      (slug: unknown) => ({ devnet: { chains: ["alpha", { name: "b", chainId: 5, slug }] } }),
      [1, 4_294_967_295],
      [0, 4_294_967_296],
    ],
    [
      "devnet.chains.1.name",
      (name: unknown) => ({ devnet: { chains: ["alpha", { name, chainId: 5 }] } }),
      ["b"],
      [undefined, "5b"],
    ],
    ["devnet.chains.1", (chain: unknown) => ({ devnet: { chains: ["alpha", chain] } }), ["b"], ["5b", 5, null]],
    ["chains.own.slug", (slug: unknown) => ({ chains: { own: { slug } } }), [1, 4_294_967_295], [0, 4_294_967_296]],
    ["trust.leastKeysToForge", (value: unknown) => ({ trust: { leastKeysToForge: value } }), [1], [0]],
    ["trust.leastSecondsUnwatched", (value: unknown) => ({ trust: { leastSecondsUnwatched: value } }), [1], [0]],
    ["trust.leastSafeSigners", (value: unknown) => ({ trust: { leastSafeSigners: value } }), [1], [0]],
    ["trust.switchboards.0", (value: unknown) => ({ trust: { switchboards: [value] } }), [at(1)], ["0x12"]],
    [
      "trust.exceptions.0.rule",
      (rule: unknown) => ({ trust: { exceptions: [{ ...exception, rule }] } }),
      ["A_B", "A".repeat(64)],
      ["a", "", "A".repeat(65), undefined],
    ],
    [
      "trust.exceptions.0.way",
      (way: unknown) => ({ trust: { exceptions: [{ ...exception, way }] } }),
      ["A_B", undefined],
      ["a b"],
    ],
    [
      "trust.exceptions.0.to",
      (to: unknown) => ({ trust: { exceptions: [{ ...exception, to }] } }),
      ["alpha", undefined],
      ["gamma"],
    ],
    [
      "trust.exceptions.0.reason",
      (reason: unknown) => ({ trust: { exceptions: [{ ...exception, reason }] } }),
      ["a"],
      [" ", undefined],
    ],
    [
      "trust.exceptions.0.until",
      (until: unknown) => ({ trust: { exceptions: [{ ...exception, until }] } }),
      ["2028-02-29"],
      ["2027-02-29", "2027-13-01", "2027-1-1", "2027", "2027-01", "2027-01-31T00:00", 2027, undefined],
    ],
    ["watch.fromBlocks.alpha", (value: unknown) => ({ watch: { fromBlocks: { alpha: value } } }), [0, 1], [-1]],
    ["watch.lateAfter", (lateAfter: unknown) => ({ watch: { lateAfter } }), [1], [0]],
    [
      "watch.webhook.url",
      (url: unknown) => ({ watch: { webhook: { url } } }),
      ["https://hook.example"],
      ["", undefined],
    ],
    ["watch.alarmCommand", (alarmCommand: unknown) => ({ watch: { alarmCommand } }), [["a"]], ["a", [""]]],
    [
      "devnet.paths.0.between",
      (between: unknown) => ({ devnet: { paths: [{ ...path, between }] } }),
      [["alpha", "beta"]],
      [["alpha"], [], ["alpha", "beta", "alpha"], "alpha", undefined],
    ],
    [
      "devnet.paths.0.kinds",
      (kinds: unknown) => ({ devnet: { paths: [{ ...path, kinds }] } }),
      [["FAST"]],
      [undefined],
    ],
    ["localNetworks.0", (network: unknown) => ({ localNetworks: [network] }), ["mine"], ["alpha"]],
    ["gateway", (gateway: unknown) => ({ gateway }), [{}, undefined], ["stage", null]],
  ] as const) {
    it(`are, for ${place}, at these values`, () => {
      for (const value of good) expect(refused(put(value)), JSON.stringify(value)).to.deep.equal([])
      for (const value of bad) expect(refused(put(value)), JSON.stringify(value)).to.deep.equal([`plugs.${place}`])
    })
  }

  it("hold for a contract on a network of the project, of which no chain has to know", () => {
    expect(refused({ contracts: { Greeter: { mine: at(1), gateway: at(1), alpha: at(1) } } })).to.deep.equal([])
    expect(refused({ contracts: { Greeter: { yours: at(1) } } })).to.deep.equal(["plugs.contracts.Greeter.yours"])
  })

  it("are the chains of the devnet alone where it names them, and none where it names none rightly", () => {
    const tokens = (devnet: unknown, chain: string) => refused({ devnet, swap: { tokens: { [chain]: {} } } })
    expect(tokens({ chains: ["red", { name: "blue", chainId: 5 }] }, "blue")).to.deep.equal([])
    expect(tokens({ chains: ["red", "blue"] }, "alpha")).to.deep.equal(["plugs.swap.tokens.alpha"])
    expect(tokens({ chains: 5 }, "alpha")).to.deep.equal(["plugs.swap.tokens.alpha", "plugs.devnet.chains"])
    expect(tokens(5, "alpha")).to.deep.equal(["plugs.devnet"])
  })

  it("want keys of an API on another machine, and not of one whose URL was refused, or that is here", () => {
    const of = (baseUrl: unknown) => refused({ messaging: { baseUrl }, swap: { baseUrl } })
    expect(of("https://api.example/v1")).to.deep.equal([
      ...["plugs.messaging.apiKey", "plugs.swap.apiKey", "plugs.swap.affiliate"],
    ])
    expect(of("https://backend.socket.tech/v1")).to.deep.equal(["plugs.messaging.apiKey", "plugs.swap.affiliate"])
    expect(of("https://localhost:5/v1")).to.deep.equal([])
    expect(of("http://127.0.0.1:5")).to.deep.equal([])
    for (const wrong of ["http://api.example", "api.example", 5, ""]) {
      expect(of(wrong), String(wrong)).to.deep.equal(["plugs.messaging.baseUrl", "plugs.swap.baseUrl"])
    }
  })
})
