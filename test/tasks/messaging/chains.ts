import { expect } from "chai"
import { describe, it } from "mocha"

import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { writeDataFile } from "#test/fixtures/wire/deploymentsFile.js"

// Nobody listens there: a request would fail.
const networks = {
  mine: { type: "http", url: "http://127.0.0.1:1", chainId: 42161 },
  later: { type: "http", url: "http://127.0.0.1:1" },
}
const own = "0x1111111111111111111111111111111111111111"

function chains(args: readonly string[], { plugsChains = {}, messaging = {} } = {}): Promise<EndedCommand> {
  return runCommand(["messaging", "chains", ...args], {
    port: 1,
    env: {
      PLUGS_TEST_NETWORKS: JSON.stringify(networks),
      PLUGS_TEST_OWN_CHAINS: JSON.stringify(plugsChains),
      PLUGS_TEST_MESSAGING: JSON.stringify(messaging),
    },
  })
}

describe("hardhat messaging chains", () => {
  it("shows the chains of the project and where their sockets come from, and the known deployments", async () => {
    const { code, stdout, stderr } = await chains([], {
      plugsChains: { later: {}, mine2: { slug: 10, network: "later", socket: own } },
    })
    expectGoldenCommand("messaging/chains", { code, stdout, stderr })
  })

  it("shows which siblings a chain reaches by which kind of switchboard", async () => {
    for (const name of ["mine", "42161", "arbitrum"]) {
      const { stdout } = await chains(["--chain", name])
      expect(stdout, name).to.match(/^mainnet +1 +FAST, OPTIMISTIC, NATIVE_BRIDGE$/m)
      expect(stdout, name).to.match(/^base +8453 +FAST, OPTIMISTIC$/m)
      expect(stdout, name).to.match(/^ {2}FAST +0x[0-9a-fA-F]{40}$/m)
    }
    expect((await chains(["--chain", "alpha"])).stdout).to.match(/^beta +41002 +FAST, OPTIMISTIC$/m)
  })

  it("prints one JSON document", async () => {
    const all = JSON.parse((await chains(["--json"])).stdout) as { configured: object[]; known: object[]; file: null }
    expect(all.known).to.have.length(62)
    expect(all.file).to.equal(null)
    expect(all.configured.at(-1)).to.deep.include({ name: "mine", slug: 42161, chainId: 42161, deployment: "arbitrum" })
    const one = JSON.parse((await chains(["--chain", "mine", "--json"])).stdout) as {
      configured: object[]
      known: { switchboards: { kind: string; siblings: number[] }[] }[]
    }
    expectGoldenCommand("messaging/chains", await chains(["--chain", "mine", "--json"]))
    expect(one.configured).to.have.length(1)
    expect(one.configured[0]).to.include({ name: "mine", network: "mine" })
    expect(one.known).to.have.length(1)
    expect(one.known[0]?.switchboards.find(({ kind }) => kind === "FAST")?.siblings).to.include(10)
    // Each is a list, of one or none.
    const counts = async (name: string) => {
      const { stdout } = await chains(["--chain", name, "--json"], { plugsChains: { later: {} } })
      const { configured, known } = JSON.parse(stdout) as typeof one
      return [configured.length, known.length]
    }
    expect([await counts("later"), await counts("base")]).to.deep.equal([
      [1, 0],
      [0, 1],
    ])
    const devnet = JSON.parse((await chains(["--chain", "beta", "--json"])).stdout) as typeof one
    expect(devnet.known[0]?.switchboards.map(({ kind, siblings }) => [kind, siblings])).to.deep.equal([
      ["FAST", [41001, 41003]],
      ["OPTIMISTIC", [41001, 41003]],
    ])
  })

  it("refuses a chain that is neither configured nor known", async () => {
    for (const flags of [[], ["--json"]])
      expectGoldenCommand("messaging/chains-refused", await chains(["--chain", "nowhere", ...flags]))
    const mistyped = await chains(["--chain", "arbitrm"])
    expect(mistyped.stderr).to.contain("Did you mean arbitrum?")
  })

  it("shows the deployments of a file instead", async () => {
    await using folder = await temporaryFolder()
    const chain = {
      name: "ours",
      chainId: 42161,
      mainnet: false,
      socket: own,
      transmitManager: own,
    }
    const file = await writeDataFile(folder.path, {
      "5": { ...chain, siblings: { "6": { FAST: { switchboard: own } } } },
    })
    const { stdout } = await chains([], { messaging: { deployment: file } })
    expect(stdout)
      .to.match(/^mine +5 +mine +0x11111111…111111 +deployment$/m)
      .and.to.match(/^ours +5 +42161 +test +1$/m)
    expect(stdout).to.contain(file)
    expect((await chains(["--chain", "mine"], { messaging: { deployment: file } })).stdout).to.match(/^6 +6 +FAST$/m)
  })
})
