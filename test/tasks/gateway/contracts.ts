import { expect } from "chai"
import { describe, it } from "mocha"

import { publicGateways } from "#src/gateway/deployments/publicGateways.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"

const own = "0x1111111111111111111111111111111111111111"
const [stage] = publicGateways

function contracts(gateway: object, { args = [] as string[], networks = {} } = {}): Promise<EndedCommand> {
  const env = { PLUGS_TEST_GATEWAY: JSON.stringify(gateway), PLUGS_TEST_NETWORKS: JSON.stringify(networks) }
  return runCommand(["gateway", "contracts", ...args], { port: 1, env })
}

describe("hardhat gateway contracts", () => {
  it("shows the devnet's contracts where nothing else is configured", async () => {
    expectGoldenCommand("gateway/contracts", await contracts({}))
    expectGoldenCommand("gateway/contracts", await contracts({}, { args: ["--json"] }))
  })

  it("shows the contracts of a public deployment, and the user's own before them", async () => {
    const { stdout } = await contracts({ deployment: "stage", contracts: { asyncDeployer: own } })
    expect(stdout).to.contain("Gateway chain (network gateway, slug 43)")
    expect(stdout).to.match(new RegExp(`^addressResolver +${stage!.gateway.addressResolver} +deployment$`, "m"))
    expect(stdout).to.match(new RegExp(`^asyncDeployer +${own} +configuration$`, "m"))
    expect(stdout).to.match(/^forwarderBeacon +asked of the deployer on use +chain$/m)
    expect(stdout).to.match(/^Chain 11155420$/m)
  })

  it("asks the gateway chain for code with --check, and ends with 2 where there is none", async () => {
    for (const [slug, code, says] of [
      [43, 2, /^forwarderBeacon .* none$/m],
      [undefined, 2, /^addressResolver .* none$/m],
    ] as const) {
      await using node = await startKnownChainNode({ chainId: 43, slug })
      const networks = { evmx: { type: "http", url: node.url } }
      const checked = await contracts({ deployment: "dev", network: "evmx" }, { args: ["--check"], networks })
      expect(checked.code).to.equal(code)
      expect(checked.stdout).to.match(says)
      expectGoldenCommand(slug === undefined ? "gateway/contracts-none" : "gateway/contracts-missing", checked)
      // A chain that the project does not use is shown too, and not asked.
      expect(checked.stdout).to.match(/^Chain \d+$/m)
      if (slug !== undefined) expect(checked.stdout).to.match(/^feesManager .* yes$/m)
    }
  })

  it("asks the chains of the project too with --check, and names what is missing there", async () => {
    await using gateway = await startKnownChainNode({ chainId: 43, slug: 43, beacon: own })
    const { slug } = stage!.chains[0]!
    for (const [has, code] of [
      [slug, 0],
      [undefined, 2],
    ] as const) {
      await using node = await startKnownChainNode({ chainId: slug, slug: has })
      const env = {
        PLUGS_TEST_GATEWAY: JSON.stringify({ deployment: "stage", network: "evmx" }),
        PLUGS_TEST_OWN_CHAINS: JSON.stringify({ near: { slug, network: "near", socket: own } }),
        PLUGS_TEST_NETWORKS: JSON.stringify({
          evmx: { type: "http", url: gateway.url },
          near: { type: "http", url: node.url },
        }),
      }
      const checked = await runCommand(["gateway", "contracts", "--check", "--json"], { port: 1, env })
      const { chains, error } = JSON.parse(checked.stdout) as {
        chains: { slug: number; contracts: { name: string; hasCode: boolean | null }[] }[]
        error?: object
      }
      expect([checked.code, error === undefined], checked.stderr).to.deep.equal([code, code === 0])
      expectGoldenCommand(code === 0 ? "gateway/contracts-checked" : "gateway/contracts-missing", checked)
      for (const chain of chains) {
        const expected = chain.slug === slug ? has !== undefined : null
        expect(new Set(chain.contracts.map(({ hasCode }) => hasCode)), String(chain.slug)).to.deep.equal(
          new Set([expected]),
        )
      }
    }
  })

  it("prints JSON", async () => {
    const { stdout } = await contracts({ deployment: "stage" }, { args: ["--json"] })
    const document = JSON.parse(stdout) as { deployment: string; gateway: { slug: number }; chains: { slug: number }[] }
    expect(document).to.include({ deployment: "stage" })
    expect(document.gateway.slug).to.equal(43)
    expect(document.chains).to.have.length(6)
  })
})
