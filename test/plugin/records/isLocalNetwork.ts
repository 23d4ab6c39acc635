import { expect } from "chai"
import { describe, it } from "mocha"

import { chainFolderName, chainIdOfFolder, identifyChain, isLocalNetwork } from "#src/plugin/records/identifyChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("isLocalNetwork", () => {
  const isLocal = (url: string, networkName = "mine") =>
    isLocalNetwork(
      { networkName, networkConfig: { type: "http", url: { get: () => Promise.resolve(url) } } } as never,
      { plugs: { devnet: { port: 8645 }, localNetworks: ["node", "other"] } } as never,
    )

  it("takes this machine's plain http for local, of a chain of the devnet or a network that the user calls so", async () => {
    const urls = [
      ...["http://127.0.0.1:8645/rpc/1", "http://localhost:8645/rpc/1", "http://127.0.0.1:8645/other"],
      ...["http://127.0.0.1:8646/rpc/1", "https://127.0.0.1:8645/rpc/1", "http://example.org:8645/rpc/1", "none"],
    ]
    const found = async (name?: string) => await Promise.all(urls.map((url) => isLocal(url, name)))
    expect(await found()).to.deep.equal([true, true, false, false, false, false, false])
    expect(await found("other")).to.deep.equal([true, true, true, true, false, false, false])
    const simulated = { networkName: "default", networkConfig: { type: "edr-simulated" } }
    expect(await isLocalNetwork(simulated as never, { plugs: {} } as never)).to.equal(true)
  })
})

describe("identifyChain", () => {
  const genesis = bytes32(9)

  /** How a chain is identified whose node says that it is of such a version, and what the node is asked for. */
  const identify = async (networkConfig: object, version: unknown) => {
    const { client, asked } = fakeNode({
      eth_chainId: () => "0x7a69",
      web3_clientVersion: () => version,
      eth_getBlockByNumber: ([number]: [string]) => ({ number, hash: number === "0x0" ? genesis : bytes32(1) }),
    })
    const plugs = { devnet: { port: 8645 }, localNetworks: ["mine"] }
    const identity = await identifyChain({ networkName: "mine", networkConfig } as never, { plugs } as never, client)
    return { ...identity, asked }
  }
  const atUrl = (url: string) => ({ type: "http", url: { get: () => Promise.resolve(url) } })

  it("takes the first block of a chain in this process, whatever its node is called, and of a development node", async () => {
    const [id, version, block] = ["eth_chainId", "web3_clientVersion", "eth_getBlockByNumber"]
    const of = (genesis: unknown, ...asked: unknown[]) => ({ chainId: 31_337, genesis, asked })
    expect(await identify({ type: "edr-simulated" }, "Geth/v1")).to.deep.equal(of(genesis, id, block))
    const here = atUrl("http://127.0.0.1:8545")
    for (const name of ["HardhatNetwork/3", "anvil/v1.0", "Ganache/7"])
      expect(await identify(here, name), name).to.deep.equal(of(genesis, id, version, block))
    for (const name of ["Geth/v1", "", 7, null])
      expect(await identify(here, name), String(name)).to.deep.equal(of(undefined, id, version))
    expect(await identify(atUrl("https://rpc.example"), "anvil/v1.0")).to.deep.equal(of(undefined, id))
  })
})

describe("the folder of a chain", () => {
  it("has its id, and the beginning of its first block where that can change", () => {
    const genesis = `0x${"ab".repeat(4)}${"cd".repeat(4)}${"ef".repeat(24)}` as const
    const names = [chainFolderName({ chainId: 10, genesis: undefined }), chainFolderName({ chainId: 31_337, genesis })]
    expect(names).to.deep.equal(["10", "31337-ababababcdcdcdcd"])
    expect(names.map(chainIdOfFolder)).to.deep.equal([10, 31_337])
    const others = ["", "a", "10a", "-1", "1".repeat(17), bytes32(1), "10.json"]
    expect(others.map(chainIdOfFolder)).to.deep.equal(others.map(() => undefined))
    expect(chainIdOfFolder("1".repeat(16))).to.equal(1_111_111_111_111_111)
  })
})
