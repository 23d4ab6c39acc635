import { expect } from "chai"
import { describe, it } from "mocha"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createGatewayWorld } from "#test/fixtures/worlds/gateway/gatewayWorld.js"

/** So that ages are in minutes, which a slow machine does not change. */
const anHourLater = createLaterClock(3_660_000)

describe("the gateway's tasks on a devnet", function () {
  it("follow a deployment to its end, and find the forwarder where it was predicted, without any configuration", async () => {
    await using world = await createGatewayWorld()
    const app = await world.open(counterAppGatewayArtifact)
    const txHash = await app.call("deployContracts", [[world.alpha.slug, world.beta.slug]])
    const port = Number(new URL(world.devnet.url).port)
    const env = { PLUGS_TEST_CHAINS: "alpha,beta" }
    const gateway = (...args: string[]): Promise<EndedCommand> =>
      runCommand(["gateway", ...args, "--json"], { port, env })

    const [followed, placed] = await Promise.all([
      gateway("tx", txHash, "--wait", "--timeout", "30s"),
      gateway(
        "addresses",
        app.address,
        "--contract",
        "counter",
        "--chains",
        "alpha,beta",
        "--wait",
        "--timeout",
        "30s",
      ),
    ])
    expect([followed.code, placed.code], followed.stderr + placed.stderr).to.deep.equal([0, 0])
    expect(followed.events.at(-1)).to.include({ event: "end", outcome: "success" })
    const { onChainAddress, forwarderAddress } = placed.events.find(({ event }) => event === "deployment")!
    const chain = (placed.events[0]!["chain"] as { name: string }).name

    const listed = await gateway("list", "--app-gateway", app.address, "--state", "completed")
    expect(listed.code, listed.stderr).to.equal(0)
    const { transactions } = JSON.parse(listed.stdout) as { transactions: object[] }
    expect(transactions).to.have.length(1)
    expect(transactions[0]).to.include({ txHash, status: "COMPLETED", appGateway: app.address })
    expectGoldenCommand("gateway/list", listed)
    const table = await runCommand(["gateway", "list"], { port, env, clock: anHourLater })
    expectGoldenCommand("gateway/list", table)
    const others = await gateway("list", "--app-gateway", onChainAddress as string)
    expect(JSON.parse(others.stdout)).to.deep.equal({ schemaVersion: 1, transactions: [] })

    const { code, stdout } = await gateway("forwarder", onChainAddress as string, "--chain", chain)
    expect(code).to.equal(0)
    expect(JSON.parse(stdout)).to.include({
      forwarderAddress,
      predicted: forwarderAddress,
      agrees: true,
      isDeployed: true,
    })

    const named = { App: { gateway: app.address }, Counter: { [chain]: onChainAddress } }
    const report = (...args: string[]): Promise<EndedCommand> =>
      runCommand(["gateway", ...args], {
        port,
        clock: anHourLater,
        env: { ...env, PLUGS_TEST_CONTRACTS: JSON.stringify(named) },
      })
    const listedByName = await report("list")
    expect(listedByName.stdout).to.match(/COMPLETED +App +\d+ /)
    const none = await report("list", "--app-gateway", onChainAddress as string, "--blocks", "7")
    expect([none.code, none.stderr]).to.deep.equal([0, ""])
    expect(none.stdout).to.match(/^No .* 7 blocks\./)
    for (const [option, ...wrong] of [
      ["--limit", "0", "501", "x"],
      ["--blocks", "0", "-1"],
    ] as const) {
      for (const text of wrong) {
        const { error } = await report("list", option, text)
        expect([error?.code, error?.facts["argument"]], text).to.deep.equal(["INVALID_INPUT", option])
      }
      for (const text of option === "--limit" ? ["1", "500"] : ["1"]) {
        expect((await report("list", option, text)).code, `${option} ${text}`).to.equal(0)
      }
    }
    expectGoldenCommand("gateway/explain", await report("explain", txHash))
    const reports = await Promise.all([
      report("forwarder", "Counter"),
      report("addresses", "App", "--contract", "counter", "--chains", chain),
      report("tx", txHash),
    ])
    for (const { code, stdout, stderr } of reports) {
      expect(code, stderr).to.equal(0)
      expect(stdout).to.contain(`${String(onChainAddress)} (Counter)`)
    }
    world.devnet.relay.pause()
    await app.call("deployContracts", [[world.alpha.slug]])
    const waiting = await app.call("deployContracts", [[world.alpha.slug]])
    const { stderr } = await runCommand(["gateway", "list"], { port, env })
    expect(stderr).to.contain(`npx hardhat gateway explain ${waiting}`)
    for (const flags of [[], ["--json"]]) {
      const ended = await report("explain", waiting, ...flags)
      const [stdout, stderr] = [ended.stdout, ended.stderr].map((text) =>
        text.replaceAll(`--port ${port}`, "--port 8545"),
      )
      expectGoldenCommand("gateway/explain-waiting", { ...ended, stdout: stdout!, stderr: stderr! })
    }
    world.devnet.relay.resume()
    const timeouts = await report("timeouts", "--target", "Ap")
    expect(timeouts.stderr).to.match(
      /Option "--target": "Ap" is neither an address nor the name of a contract\. Did you mean App\?/,
    )
  })
})
