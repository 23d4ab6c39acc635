import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { readDocument } from "../markdown.js"
import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy, send } from "#test/fixtures/worlds/messaging/plugs.js"

describe("what docs/explain.md shows", function () {
  let world: ExplainedWorld
  before(async () => {
    world = await createExplainedWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  it("is what `messaging explain` prints of a message whose sibling is not connected back", async () => {
    const { alpha, beta } = world.devnet.chains
    const { abi } = counterArtifact
    const args = (chain: typeof alpha) => [chain.contracts.socket, chain.walletClient.account.address]
    const [plug, sibling] = [
      await deploy(alpha, counterArtifact, args(alpha)),
      await deploy(beta, counterArtifact, args(beta)),
    ]
    await alpha.publicClient.waitForTransactionReceipt({
      hash: await alpha.walletClient.writeContract({
        ...{ address: plug, abi, functionName: "connect" },
        args: [beta.slug, sibling, alpha.contracts.switchboard],
      }),
    })
    world.know("alpha", plug)
    world.know("beta", sibling)
    const hash = await send(alpha, { address: plug, abi, functionName: "add", args: [beta.slug, 1n] })
    const stdout = await eventually(async () => {
      const printed = (await world.run(["messaging", "explain", hash])).stdout
      return printed.includes("SEALED") && printed
    })
    const { text } = await readDocument("docs/explain.md")
    const shown = /^```text\n([^]*?)\n```$/m.exec(text)?.[1] ?? ""
    expect(shapeOf(stdout)).to.equal(shapeOf(shown))
  })
})

/** A text without what differs from run to run: hashes, addresses and times, and where its lines break. */
function shapeOf(text: string): string {
  return text
    .replace(/0x[\da-f]+/gi, "0x…")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "#")
    .replace(/ It has waited for \d[\d ]*(ms|s|min)\./g, "")
    .replace(/\s+/g, " ")
    .replace(/ It has waited for (\d+ (ms|s|min) ?)+\./g, "")
    .replace(/, (\d+ (ms|s|min) ?)+ago/g, ", # ago")
    .replace(/block \d+/g, "block #")
    .trim()
}
