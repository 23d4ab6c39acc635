import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { waitForMessage } from "#src/messaging/following/watchMessages.js"
import { createMessagingClient } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

describe("tasks that end badly, and the command that explains why", function () {
  let world: ExplainedWorld
  before(async () => {
    world = await createExplainedWorld()
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world[Symbol.asyncDispose]())

  const sendOne = async (): Promise<Hex> => {
    const { alpha, beta } = world.devnet.chains
    const { abi } = counterArtifact
    return await send(alpha, { address: world.counters.alpha, abi, functionName: "add", args: [beta.slug, 1n] })
  }
  /** The printed command, run as it stands. */
  const run = async (stderr: string) => {
    const command = /To find out why[^:]*: (npx hardhat messaging explain [^\n]*)/.exec(stderr)?.[1]
    expect(command, stderr).to.not.equal(undefined)
    const { stdout, code } = await world.runPrinted(`${command!} --json`)
    return { command, code, document: JSON.parse(stdout) as { verdict: string; causes: { name: string }[] } }
  }

  it("messaging track, where the message has failed", async () => {
    const { alpha, beta } = world.devnet.chains
    const { abi } = moodyPlugArtifact
    const refused = await beta.walletClient.writeContract({
      ...{ address: world.moody.beta, abi, functionName: "refuseAll", args: [true] },
    })
    await beta.publicClient.waitForTransactionReceipt({ hash: refused })
    const call = { address: world.moody.alpha, abi, functionName: "send", args: [beta.slug, "0x01"] }
    const hash = await send(alpha, call)
    const { code, stderr } = await world.run(["messaging", "track", hash, "--from", "alpha"])
    expect(code, stderr).to.equal(2)
    const explained = await run(stderr)
    expect(explained.command).to.match(new RegExp(`messaging explain ${hash} --from alpha --message-id 0x`))
    expect(explained.code).to.equal(2)
    const json = await world.run(["messaging", "track", hash, "--from", "alpha", "--json"])
    expect(json.events.at(-1)!["error"]).to.have.property("next").that.contains(explained.command)
  })

  deepIt("messaging track and messaging send --track, at their deadline", async () => {
    world.devnet.relay.pause("propose")
    const hash = await sendOne()
    const track = await world.run(["messaging", "track", hash, "--from", "alpha", "--timeout", "300ms"])
    expect(track.code).to.equal(3)
    expect((await run(track.stderr)).command).to.equal(`npx hardhat messaging explain ${hash} --from alpha`)
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "1", "--from", "alpha"]
    const sending = await world.run([...args, "--yes", "--track", "--timeout", "300ms"])
    expect(sending.code).to.equal(3)
    // A busy machine may take longer than a message on a devnet takes.
    expect((await run(sending.stderr)).document.verdict).to.be.oneOf(["waiting", "stuck"])
  })

  it("messaging track of a transaction that sent nothing", async () => {
    const { walletClient, publicClient } = world.devnet.chains.alpha
    const hash = await walletClient.sendTransaction({ to: walletClient.account.address, value: 1n })
    await publicClient.waitForTransactionReceipt({ hash })
    const { code, stderr } = await world.run(["messaging", "track", hash, "--from", "alpha"])
    expect(code).to.equal(1)
    const { document } = await run(stderr)
    expect(document.causes[0]?.name).to.equal("nothing-sent")
  })

  deepIt("messaging list, for the newest that has not arrived", async () => {
    world.devnet.relay.pause("seal")
    const hash = await sendOne()
    const { stderr } = await world.run(["messaging", "list", "--chain", "alpha"])
    const { document } = await run(stderr)
    expect(document).to.deep.include({ verdict: "waiting" })
    expect(JSON.stringify(document)).to.contain(hash)
    const json = await world.run(["messaging", "list", "--chain", "alpha", "--json"])
    expect(json.stderr).to.equal("")
  })

  it("a script hears of the helper and not of the task", async () => {
    world.devnet.relay.pause("propose")
    const srcTxHash = await sendOne()
    const client = createMessagingClient(world.devnet.messaging)
    const error = await failure(waitForMessage(client, { srcChainSlug: 41001, srcTxHash, timeout: 200 }))
    expect((error as { next?: string }).next).to.match(/explainMessage/)
  })
})
