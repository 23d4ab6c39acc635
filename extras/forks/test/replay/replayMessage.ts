import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Hex, zeroHash } from "viem"

import { fee, openReplayedWorld, type ReplayedWorld } from "#extras/forks/test/fixtures/replayedWorld.js"
import { replayMessage } from "#src/testing/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { failure } from "#test/fixtures/failure.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

describe("replayMessage", () => {
  let world: ReplayedWorld
  before(async () => void (world = await openReplayedWorld()))
  after(() => world[Symbol.asyncDispose]())

  const send = (payload: Hex) => world.call("alpha", "send", [world.devnet.chains.beta.slug, payload], fee)
  const replay = (tx: Hex, more: object = {}) => replayMessage(world.project, { from: "alpha", tx, ...more })

  it("makes of an attempt that failed what the chain made of it, also when the message was delivered since", async () => {
    await world.call("beta", "refuse", ["0x21", true])
    const tx = await send("0x21")
    const record = await world.reached(tx, "EXECUTION_FAILURE")
    const failed = await world.attempt(record)
    await world.call("beta", "refuse", ["0x21", false])
    const retried = await world.attempt(record)
    const first = await replay(tx, { at: failed })
    expect(first.happened).to.include({ outcome: "reverted", reason: "InABadMood(payload: 0x21)", txHash: failed })
    expect(first.differences).to.deep.equal([])
    const last = await replay(tx)
    expect(last.happened).to.include({ outcome: "delivered", txHash: retried })
    expect(last.differences).to.deep.equal([])
  })

  it("says in what it differs from what happened", async () => {
    const tx = await send("0x22")
    await world.reached(tx, "EXECUTION_SUCCESS")
    const { replayed, differences } = await replay(tx, {
      gasLimit: 100_000n,
      after: await world.call("beta", "refuseAll", [true]),
    })
    expect(replayed).to.include({ outcome: "reverted", reason: "InABadMood(payload: 0x22)" })
    expect(differences).to.deep.equal(["it was delivered, and here it is reverted: InABadMood(payload: 0x22)"])
    await world.call("beta", "refuseAll", [false])
  })

  it("carries a message whose packet the chain has not got", async () => {
    world.devnet.relay.pause()
    const tx = await send("0x23")
    const { replayed } = await replay(tx)
    expect(replayed).to.include({ outcome: "delivered", isCarried: true })
    world.devnet.relay.resume()
    await world.reached(tx, "EXECUTION_SUCCESS")
  })

  it("waits the time of an optimistic switchboard, and not on the chain", async () => {
    const { alpha, beta } = world.devnet.chains
    const optimistic = ({ contracts }: { contracts: { optimisticSwitchboard: Hex } }) => contracts.optimisticSwitchboard
    const plugs = await deployConnected(world.devnet, moodyPlugArtifact, () => [], optimistic)
    const call = { address: plugs["alpha"] as Hex, abi: moodyPlugArtifact.abi, functionName: "send" } as const
    const tx = await alpha.walletClient.writeContract({ ...call, args: [beta.slug, "0x27"], value: fee })
    await alpha.publicClient.waitForTransactionReceipt({ hash: tx })
    await world.reached(tx, "PROPOSED")
    const { replayed } = await replay(tx)
    expect(replayed).to.include({ outcome: "delivered", isCarried: true })
    expect(world.devnet.messagesFromTx(alpha.slug, tx)[0]?.status).to.equal("PROPOSED")
  })

  it("runs the project's build in the place of the plug's code, with its storage and its immutables", async () => {
    await world.call("beta", "refuse", ["0x24", true])
    const tx = await send("0x24")
    await world.reached(tx, "EXECUTION_FAILURE")
    const same = await replay(tx, { with: "MoodyPlug" })
    expect(same.replayed).to.include({ outcome: "reverted", reason: "InABadMood(payload: 0x24)" })
    const socket = world.devnet.chains.beta.contracts.socket.slice(2).toLowerCase()
    expect(same.replayed.build?.immutables["socket"]).to.equal(`0x${socket.padStart(64, "0")}`)
    expect(same.replayed.build?.address).to.equal(world.plugs.beta)
    const mended = await replay(tx, { with: "MendedPlug" })
    expect(mended.replayed).to.include({ outcome: "delivered" })
  })

  for (const [what, contract, text] of [
    ["that the project has not", "Nothing", "no build of Nothing"],
    ["without code", "IPlug", "has no code"],
  ] as const) {
    it(`refuses a build ${what}`, async () => {
      const tx = await send("0x25")
      const refused = await failure(replay(tx, { with: contract }))
      expect(refused).to.include({ code: "INVALID_INPUT" })
      expect(refused.message).to.contain(text)
    })
  }

  it("names the block whose state the node has forgotten", async () => {
    const tx = await send("0x26")
    const newest = await world.devnet.chains.beta.publicClient.getBlockNumber()
    const refused = await failure(replay(tx, { at: newest + 1_000n }))
    expect(refused).to.include({ code: "FORK_STATE_MISSING" })
    expect(refused.facts["block"]).to.equal(String(newest + 1_000n))
  })

  it("refuses a transaction that sent no message", async () => {
    const refused = await failure(replay(zeroHash))
    expect(refused).to.include({ code: "INVALID_INPUT" })
  })
})
