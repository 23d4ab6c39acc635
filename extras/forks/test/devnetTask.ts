import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, createPublicClient, createWalletClient, http } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import {
  deployAsStranger,
  type StrangersDeployment,
  writeDeployments,
} from "#extras/forks/test/fixtures/strangersDeployment.js"
import { sendThroughPlug } from "#src/messaging/index.js"
import { runCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { reachable } from "#test/fixtures/servers/reachable.js"

type Ready = {
  readonly chains: readonly [{ name: string; rpcUrl: string; socket: string }, { name: string; socket: string }]
  readonly page: string
  readonly account: Address
  readonly gateway?: unknown
  readonly swap?: unknown
  readonly socket?: unknown
}

describe("hardhat devnet --fork", () => {
  let deployed: StrangersDeployment
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let env: Readonly<Record<string, string>>
  before(async () => {
    deployed = await deployAsStranger()
    folder = await temporaryFolder()
    const networks = deployed.forks.map(({ name, chainId, fork: { url } }) => [name, { type: "http", chainId, url }])
    env = {
      PLUGS_TEST_MESSAGING: JSON.stringify({ deployment: await writeDeployments(deployed, folder) }),
      PLUGS_TEST_NETWORKS: JSON.stringify(Object.fromEntries(networks)),
      PLUGS_TEST_OWN_CHAINS: JSON.stringify({
        alpha: { slug: 41_001, network: "alpha" },
        beta: { slug: 41_002, network: "beta" },
      }),
    }
  })
  after(async () => {
    await deployed[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  it("carries messages of plugs that were deployed before, and shows the deployed sockets, and its page", async () => {
    const port = await freePort()
    await using devnet = startCommand(["devnet", "--fork", "alpha,beta", "--json"], { port, env })
    const ready = (await devnet.event(({ event }) => event === "ready")) as unknown as Ready
    const sockets = Object.fromEntries(ready.chains.map(({ name, socket }) => [name, socket]))
    const { alpha, beta } = deployed.deployments
    expect(sockets).to.deep.equal({ alpha: alpha.socket, beta: beta.socket })
    expect([ready.gateway, ready.swap, ready.socket]).to.deep.equal([undefined, undefined, undefined])
    const page = new URL(ready.page)
    expect(await (await fetch(page)).text()).to.contain("<!doctype html>")

    const transport = http(ready.chains[0].rpcUrl)
    const client = createPublicClient({ transport })
    const wallet = createWalletClient({ transport, account: ready.account })
    const call = { abi: counterArtifact.abi, functionName: "add", args: [41_002, 6n] }
    await sendThroughPlug(client, wallet, { ...call, socket: alpha.socket, plug: deployed.plugs.alpha })
    await devnet.event(({ event, status }) => event === "message" && status === "EXECUTION_SUCCESS")
    devnet.interrupt()
    expect((await devnet.ended).code).to.equal(0)
  })

  it("shows a person the forks, and what is between them", async () => {
    const port = await freePort()
    await using devnet = startCommand(["devnet", "--fork", "alpha,beta", "--no-page"], { port, env })
    await reachable(port)
    devnet.interrupt()
    const { stdout } = await devnet.ended
    expect(stdout).to.match(/Cross-chain devnet/)
    expect(stdout).to.match(/alpha ↔ beta +FAST, OPTIMISTIC/)
    expect(stdout).to.contain(deployed.deployments.beta.socket).and.to.not.contain("gateway")
  })

  it("refuses what forks take from their chains, and chains that have no network", async () => {
    for (const [args, text] of [
      [["--fork", "alpha,beta", "--chains", "alpha"], "--chains"],
      [["--fork", "alpha,beta", "--state", "kept"], "--state"],
      [["--fork", "alpha,nowhere"], "nowhere"],
    ] as const) {
      const { code, stderr } = await runCommand(["devnet", ...args], { port: await freePort(), env })
      expect(code).to.equal(1)
      expect(stderr).to.contain(text)
    }
  })
})
