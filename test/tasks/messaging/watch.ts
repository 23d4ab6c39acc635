import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { eventually } from "../../fixtures/clocks/eventually.js"
import type { EndedCommand } from "../../fixtures/commands/endedCommand.js"
import { temporaryProject } from "../../fixtures/commands/hardhatCommand.js"
import { createDevnetWorld, type DevnetWorld } from "../../fixtures/worlds/messaging/devnetWorld.js"
import { send } from "../../fixtures/worlds/messaging/plugs.js"

describe("hardhat messaging watch", function () {
  this.timeout(60_000)
  let world: DevnetWorld
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    world = await createDevnetWorld()
  })
  beforeEach(async () => {
    project = await temporaryProject()
  })
  afterEach(async () => {
    world.devnet.relay.resume()
    await project[Symbol.asyncDispose]()
  })
  after(() => world.devnet.stop())

  const environment = () => ({
    PLUGS_TEST_ROOT: project.path,
    PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: world.counters } }),
  })
  const watch = (...options: string[]): Promise<EndedCommand> =>
    world.run(["messaging", "watch", "--once", ...options], { env: environment() })
  const add = async (from: "alpha" | "beta", to: number): Promise<void> => {
    const call = { address: world.counters[from], abi: counterArtifact.abi, functionName: "add", args: [to, 1n] }
    const { slug } = world.devnet.chains[from]!
    const hash = await send(world.devnet.chains[from]!, call)
    await eventually(() => {
      const [message] = world.devnet.messagesFromTx(slug, hash)
      return Promise.resolve(message?.status === "EXECUTION_SUCCESS")
    })
  }

  it("tells once what the plugs of the wiring have sent and got, and goes on where it was", async () => {
    await add("alpha", 41002)
    const first = await watch("--json")
    expect(first.code, first.stderr).to.equal(0)
    expect(first.events.at(0)).to.include({ event: "status", srcChainSlug: 41001, dstChainSlug: 41002 })
    expect(first.events.filter(({ status }) => status === "EXECUTION_SUCCESS")).to.have.length(1)
    await add("beta", 41003)
    const second = await watch("--json")
    expect(new Set(second.events.map(({ srcChainSlug }) => srcChainSlug))).to.deep.equal(new Set([41002, undefined]))
    const third = await watch("--json")
    expect(third.events).to.deep.equal([
      { schemaVersion: 1, event: "end", outcome: "success", inFlight: 0, delivered: 2, alerts: 0 },
    ])
  })
})
