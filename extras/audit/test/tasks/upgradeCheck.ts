import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import type { UpgradeGas } from "#src/messaging/index.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"

type Path = Omit<UpgradeGas, "from" | "to"> & { srcChainName: string; change: string | null }

describe("plugs upgrade-check", () => {
  let devnet: Devnet<string, false, false>
  let counters: Record<string, Address>
  let env: Record<string, string>
  before(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    counters = await deployConnected(devnet, counterArtifact)
    env = { PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: counters, talk: "all" } }) }
    const { alpha, beta } = devnet.chains
    await send(alpha!, { address: counters["alpha"]!, ...counterArtifact, functionName: "add", args: [beta!.slug, 5n] })
    await (devnet.relay as unknown as { idle(): Promise<void> }).idle()
  })
  after(() => devnet.stop())

  const run = (...args: string[]) =>
    runCommand(["plugs", "upgrade-check", ...args], { port: Number(new URL(devnet.url).port), env })

  it("says what the last message needs by both rules, and what is not known without one", async () => {
    const { code, stdout, stderr } = await run("--json")
    expect(code, stderr).to.equal(0)
    expectGoldenCommand("plugs/upgrade-check", await run("--json"))
    const { paths } = JSON.parse(stdout) as { paths: Path[] }
    const there = paths.find(({ srcChainName }) => srcChainName === "alpha")
    expect([there?.status, there?.granted, there?.limit]).to.deep.equal(["dies", "100000", "127000"])
    expect([there?.today?.inbound.needed, there?.next?.inbound.needed]).to.deep.equal([26_772, 114_792])
    const back = paths.find(({ srcChainName }) => srcChainName === "beta")
    expect([back?.status, back?.messageId, back?.granted]).to.deep.equal(["unverified", null, null])
  })

  it("ends with 2 where --check finds a path that dies, and says what to change", async () => {
    const { code, stdout, stderr } = await run("--check")
    expect(code).to.equal(2)
    expectGoldenCommand("plugs/upgrade-check", { code, stdout, stderr })
  })
})
