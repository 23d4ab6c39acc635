import { expect } from "chai"
import { describe, it } from "mocha"

import { chainFolderName, chainIdOfFolder, isLocalNetwork } from "../../../src/plugin/records/identifyChain.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

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
