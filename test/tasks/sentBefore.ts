import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { parseEther } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { startHardhat, temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

describe("a command that ended between its transaction and its receipt, and is run again", function () {
  let world: DevnetWorld<true>
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    world = await createDevnetWorld({ all: true })
    project = await temporaryProject()
  })
  after(async () => {
    await world[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  const alpha = () => world.devnet.chains["alpha"]!
  /** Runs the command three times through a door to a node, which keeps the receipt of the first one's transaction. */
  async function runAgain(chain: "alpha" | "gateway", args: readonly string[], { isKilled = false } = {}) {
    const { rpcUrl, publicClient, walletClient } = chain === "alpha" ? alpha() : world.devnet.gateway.chain
    const { address } = walletClient.account
    const count = () => publicClient.getTransactionCount({ address })
    const begun = await count()
    await using door = await createRpcDoor(rpcUrl)
    const networks = { [chain]: { type: "http", url: door.url } }
    const env = { PLUGS_TEST_ROOT: project.path, PLUGS_TEST_NETWORKS: JSON.stringify(networks) }
    const options = { port: world.port, env }
    const held = door.holdAt({ method: "eth_getTransactionReceipt", times: 1, when: "before" })
    {
      await using first = isKilled ? startHardhat(args, options) : startCommand(args, options)
      await held
      // Disposing of a process kills it as `kill -9` does.
      if (!isKilled) first.interrupt()
    }
    door.release()
    const runOnce = async () => {
      const ended = await startCommand(args, options).ended
      return { ...ended, sent: (await count()) - begun }
    }
    return [await runOnce(), await runOnce()] as const
  }
  const earlier = /An earlier run of this command sent 0x[0-9a-f]{64}/

  deepIt(
    "S-10 says what messaging send has sent, and its messages, though its process was killed, and then sends anew",
    async () => {
      const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
      const ends = await runAgain("alpha", [...args, "--yes", "--json"], { isKilled: true })
      expect(
        ends.map(({ code, sent }) => [code, sent]),
        ends[0].stderr,
      ).to.deep.equal([...[[0, 1] as const, [0, 2] as const]])
      expect(ends[0].stderr).to.match(earlier)
      expect(ends[1].stderr).to.not.match(earlier)
      const [first, second] = ends.map(({ stdout }) => JSON.parse(stdout) as { txHash: string; messages: object[] })
      expect([first?.messages, second?.messages].map((sent) => sent?.length)).to.deep.equal([1, 1])
      expect(ends[0].stderr).to.contain(first?.txHash)
      expect(second?.txHash).to.not.equal(first?.txHash)
    },
  )

  it("S-10 says what messaging connect has sent, and nothing is sent by any further run", async () => {
    const { contracts, walletClient } = alpha()
    const plug = await deploy(alpha(), counterArtifact, [contracts.socket, walletClient.account.address])
    const args = ["messaging", "connect", plug, world.counters.beta, "--from", "alpha", "--to", "beta", "--yes"]
    const ends = await runAgain("alpha", [...args, "--json"])
    expect(
      ends.map(({ code, sent }) => [code, sent]),
      ends[0].stderr,
    ).to.deep.equal([...[[0, 1] as const, [0, 1] as const]])
    expect(ends[0].stderr).to.match(earlier)
    const hashes = ends.map(({ stdout }) => (JSON.parse(stdout) as { txHash: string | null }).txHash)
    expect([ends[0].stderr.includes(hashes[0]!), hashes[1]]).to.deep.equal([true, null])
  })

  it("S-10 says what gateway topup has paid, and pays anew after that", async () => {
    const receiver = world.devnet.gateway.chain.walletClient.account.address
    const ends = await runAgain("gateway", ["gateway", "topup", receiver, "--amount", "1", "--yes", "--json"])
    expect(
      ends.map(({ code, sent }) => [code, sent]),
      ends[0].stderr,
    ).to.deep.equal([...[[0, 1] as const, [0, 2] as const]])
    expect(ends[0].stderr).to.match(earlier)
    const credits = ends.map(({ stdout }) => JSON.parse(stdout) as { creditsAfter: string })
    expect(BigInt(credits[1]!.creditsAfter) - BigInt(credits[0]!.creditsAfter)).to.equal(parseEther("1"))
  })
})
