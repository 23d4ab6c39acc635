import { expect } from "chai"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { describe, it } from "mocha"

import { loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import { describeDoctorChain } from "#tasks/doctor/subjects/DoctorChain.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { toDeploymentsFile, writeDataFile } from "#test/fixtures/wire/deploymentsFile.js"

const url = (text: string) => ({ get: () => Promise.resolve(text) })

describe("a chain that the doctor looks at", () => {
  const networks = {
    devnet: { type: "http", url: url("http://127.0.0.1:8545/rpc/alpha"), chainId: 41_001 },
    local: { type: "http", url: url("http://localhost:1234") },
    remote: { type: "http", url: url("https://node.example") },
    unset: { type: "http", url: { get: () => Promise.reject(new Error("not set")) } },
    simulated: { type: "edr-simulated" },
  }
  const open = async (slug: number, deployments?: string) => {
    const plugs = { devnet: { port: 8545 }, messaging: { deployment: deployments } }
    const hre = { config: { networks, plugs } } as unknown as HardhatRuntimeEnvironment
    const names = [...Object.keys(networks), "none"]
    const entries = names.map((network) => ({ name: network === "devnet" ? "alpha" : network, slug, network }))
    return await Promise.all(entries.map((entry) => describeDoctorChain(hre, entry, {} as never)))
  }

  it("is local in this process and at a loopback address, whether or not its URL is set", async () => {
    const told = (await open(1)).map(({ network, isLocal, chainId }) => [network, isLocal, chainId])
    expect(told).to.deep.equal([
      ["devnet", true, 41_001],
      ["local", true, undefined],
      ["remote", false, undefined],
      ["unset", false, undefined],
      ["simulated", true, undefined],
      ["none", false, undefined],
    ])
  })

  it("has the switchboards of its deployment to another chain, and none where it has none or the file cannot be read", async () => {
    const known = (await loadDeployments()).find(({ switchboards }) => switchboards.length > 1)!
    const [first, second] = [at(0xc1), at(0xc2)]
    const switchboards = [
      { kind: "FAST", address: first, siblings: [7, 8] },
      { kind: "OPTIMISTIC", address: second, siblings: [8] },
    ] as const
    const own = { ...known, slug: 5, chainId: 55, switchboards }
    await using folder = await temporaryFolder()
    const file = await writeDataFile(folder.path, toDeploymentsFile([own]))
    const addressesTo = async (slug: number, sibling: number, deployments = file) => {
      const [chain] = await open(slug, deployments)
      return (await chain!.switchboardsTo(sibling)).map(({ address }) => address)
    }
    expect(await addressesTo(5, 7)).to.deep.equal([first])
    expect(await addressesTo(5, 8)).to.deep.equal([first, second])
    expect(await addressesTo(5, 9)).to.deep.equal([])
    expect(await addressesTo(6, 7)).to.deep.equal([])
    expect(await addressesTo(5, 7, `${file}.none`)).to.deep.equal([])
  })
})
