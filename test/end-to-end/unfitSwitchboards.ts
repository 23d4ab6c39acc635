import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { examine } from "#test/fixtures/commands/doctor.js"
import type { TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta"

describe("two sides whose switchboards do not fit", function () {
  let world: DevnetWorld
  before(async () => {
    world = await createDevnetWorld()
  })
  after(() => world.devnet.stop())

  async function deployBoth(): Promise<Record<Name, Address>> {
    const deployOn = (name: Name) => {
      const chain = world.devnet.chains[name]!
      return deploy(chain, counterArtifact, [chain.contracts.socket, chain.walletClient.account.address])
    }
    return { alpha: await deployOn("alpha"), beta: await deployOn("beta") }
  }
  const switchboards = () => ({
    alpha: world.devnet.chains["alpha"]!.contracts.switchboard,
    beta: world.devnet.chains["beta"]!.contracts.optimisticSwitchboard,
  })
  const nonceOf = async (name: Name) => {
    const { publicClient, walletClient } = world.devnet.chains[name]!
    return await publicClient.getTransactionCount(walletClient.account)
  }
  /** What the doctor says of a connection, a sentence for each side. */
  async function doctor(subject: string, env: Record<string, string>): Promise<readonly string[]> {
    const { check } = await examine(subject.startsWith("Both") ? ["Both"] : [], { port: world.port, env })
    const { status, says } = check("connection", subject)
    expect(status).to.equal("failed")
    const sentences = says.split(/(?<=\(PacketNotProposed\)\.) /)
    expect(sentences).to.have.length(2)
    // What is long is cut.
    return sentences.map((sentence) => sentence.replace(/…$/, ""))
  }

  it("are named by connect before it sends, as the doctor says it afterwards", async () => {
    const plugs = await deployBoth()
    const connect = (from: Name, to: Name, options: readonly string[] = [], terminal?: TaskCommandOptions) =>
      world.run(["messaging", "connect", plugs[from], plugs[to], "--from", from, "--to", to, ...options], terminal)
    const first = await connect("alpha", "beta", ["--yes"])
    expect([first.code, first.stderr.includes("PacketNotProposed")], "the other side is not chosen yet").to.deep.equal([
      0,
      false,
    ])
    const before = await nonceOf("beta")
    const refused = await connect("beta", "alpha", ["--switchboard", "OPTIMISTIC"], { answer: () => "n" })
    expect([refused.code, await nonceOf("beta")], refused.stderr).to.deep.equal([130, before])
    const made = await connect("beta", "alpha", ["--switchboard", "OPTIMISTIC", "--yes"])
    expect(made.code, made.stderr).to.equal(0)
    const says = await doctor("Both: alpha ↔ beta", { PLUGS_TEST_CONTRACTS: JSON.stringify({ Both: plugs }) })
    for (const { stderr } of [refused, made]) for (const sentence of says) expect(stderr).to.contain(sentence)
    const mended = await connect("beta", "alpha", ["--yes"])
    expect([mended.code, mended.stderr.includes("PacketNotProposed")]).to.deep.equal([0, false])
  })

  deepIt("are named by a plan of their wiring, and once they are connected so", async () => {
    const wiring = JSON.stringify({ both: { contracts: await deployBoth(), switchboard: switchboards() } })
    const env = { PLUGS_TEST_WIRING: wiring }
    const planned = await world.run(["messaging", "wire", "--plan"], { env })
    const applied = await world.run(["messaging", "wire", "--apply", "--yes"], { env })
    expect(applied.code, applied.stderr).to.equal(0)
    const checked = await world.run(["messaging", "wire", "--check", "--json"], { env })
    const { inPlace, problems } = JSON.parse(checked.stdout) as {
      inPlace: unknown[]
      problems: { about: string; says: string }[]
    }
    expect([checked.code, inPlace.length]).to.deep.equal([2, 2])
    const says = await doctor("both: alpha ↔ beta", env)
    expect(problems).to.have.length(2)
    for (const sentence of says) expect(problems.map((problem) => problem.says).join("\n")).to.contain(sentence)
    const flat = (text: string) => text.replaceAll(/\s+/g, " ")
    for (const sentence of says)
      for (const { stdout, stderr } of [planned, applied]) expect(flat(stdout + stderr)).to.contain(sentence)
  })
})
