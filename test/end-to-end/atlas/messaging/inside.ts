import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"
import { type Abi, type Address, encodeErrorResult, encodeFunctionData, type Hex, parseEther, zeroHash } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { MessageRecord } from "#src/devnet/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { ownSafeArtifact } from "#test/fixtures/artifacts/OwnSafe.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { revertsWith } from "#test/fixtures/worlds/contractCode.js"
import type { AtlasMessages } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import type { ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy, deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

const inner: Address = "0x00000000000000000000000000000000000011e5"
const loops: Hex = "0x5b5f56"

/** Code that calls the inner contract with some gas, and reverts without a word of it if that fails. The selector of inbound is behind it. */
const callsInner = (gas: string): Hex => `0x5f5f5f5f5f73${inner.slice(2)}${gas}f16025575f5ffd5b0063c41f1f6c`

describe("the atlas of causes: a call inside a call", function () {
  let world: ExplainedWorld
  let atlas: AtlasMessages
  useAtlas((opened) => {
    ;({ world, atlas } = opened)
  })

  async function known(hash: Hex): Promise<MessageRecord["outbound"]> {
    return (await eventually(() => Promise.resolve(world.devnet.messagesFromTx(atlas.alpha.slug, hash)[0]))).outbound
  }

  for (const { what, code, gas, says } of [
    {
      what: "the error of a contract that the plug calls, which it does not hand on",
      code: revertsWith(encodeErrorResult({ abi: moodyPlugArtifact.abi, errorName: "InABadMood", args: ["0x77"] })),
      gas: "62ffffff",
      says: "InABadMood(payload: 0x77)",
    },
    {
      what: "a call that gets too little gas, whatever the message has",
      code: loops,
      gas: "6200ffff",
      says: "it ran out of gas",
    },
  ] as const) {
    ;(code === loops ? deepIt : it)(`inbound-reverts: ${what}`, async () => {
      const { alpha, beta } = atlas
      world.devnet.relay.pause("simulate")
      const args = [beta.slug, 100_000n, zeroHash, zeroHash, "0x12"]
      const call = { address: world.moody.alpha, abi: moodyPlugArtifact.abi as Abi, functionName: "sendRaw", args }
      const message = await known(await send(alpha, call))
      await atlas.reached(message, "VERIFIED")
      await beta.testClient.setCode({ address: inner, bytecode: code })
      await beta.testClient.setCode({ address: world.moody.beta, bytecode: callsInner(gas) })

      const cause = expectCause(await atlas.explain(message), "inbound-reverts")
      const inside = new RegExp(`Inside it, a call of ${inner} failed: `, "i")
      expect(cause.says).to.match(inside).and.to.contain(says)
      expect(cause.evidence.map((one) => one.says).join(" ")).to.match(inside)
      await beta.testClient.setCode({ address: inner, bytecode: "0x00" })
      world.devnet.relay.resume()
      await atlas.expectDelivered(message)
    })
  }

  it("inbound-reverts: a reply that the plug cannot pay for says how much it needs", async () => {
    const { alpha, beta } = atlas
    const inquiry = await hre.artifacts.readArtifact("Inquiry")
    const plugs = await deployConnected(world.devnet, inquiry)
    world.know("beta", plugs["beta"]!)
    const abi = inquiry.abi as Abi
    const args = [beta.slug, alpha.walletClient.account.address]
    world.devnet.relay.pause("simulate")
    const message = await known(await send(alpha, { address: plugs["alpha"]!, abi, functionName: "ask", args }))
    await atlas.reached(message, "VERIFIED")

    const { mend } = expectCause(await atlas.explain(message), "inbound-reverts")
    const missing = /at least (0\.\d+) native tokens more/.exec(mend?.who ?? "")?.[1]
    expect(mend?.who).to.match(new RegExp(`^send the plug ${plugs["beta"]!} on beta at least 0`))
    const hash = await beta.walletClient.sendTransaction({ to: plugs["beta"]!, value: parseEther(missing!) })
    await beta.publicClient.waitForTransactionReceipt({ hash })
    expect((await atlas.explain(message)).document.causes).to.deep.equal([])
    world.devnet.relay.resume()
    await atlas.reached(message, "EXECUTION_SUCCESS")
  })

  /** Has a Safe call a counter on alpha, and returns the transaction, which reverts with an error of the Safe. */
  async function throughSafe(counter: Address, value: bigint): Promise<Hex> {
    const { walletClient, publicClient, testClient } = atlas.alpha
    const me = walletClient.account.address
    const safe = await deploy(atlas.alpha, ownSafeArtifact, [[me], 1n, me])
    await testClient.setBalance({ address: safe, value: parseEther("1") })
    const add = { abi: counterArtifact.abi, functionName: "add", args: [atlas.beta.slug, 1n] } as const
    const args = [counter, value, encodeFunctionData(add), 0]
    const call = { abi: ownSafeArtifact.abi as Abi, functionName: "execTransactionFromModule", args }
    await walletClient
      .sendTransaction({ to: safe, data: encodeFunctionData(call), gas: 1_000_000n })
      .catch(() => undefined)
    return (await publicClient.getBlock()).transactions.at(-1)!
  }

  it("transaction-reverted: says what a Safe does not hand on", async () => {
    const hash = await throughSafe(world.counters.alpha, 1n)
    const { says } = expectCause(await world.explain("messaging", [hash, "--from", "alpha"]), "transaction-reverted")
    expect(says).to.match(
      new RegExp(`Inside it, a call of ${world.counters.alpha} failed: InsufficientFees\\(required: \\d+`, "i"),
    )
  })

  it("not-connected-on-source: is found inside the call of a Safe", async () => {
    const plug = await atlas.newCounter(atlas.alpha)
    const hash = await throughSafe(plug, parseEther("0.1"))
    const found = await world.explain("messaging", [hash, "--from", "alpha"])
    expect(expectCause(found, "not-connected-on-source").says).to.contain(`the plug ${plug} on alpha is not connected`)
  })
})
