import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { deafPlugArtifact } from "#test/fixtures/artifacts/DeafPlug.js"
import { examine } from "#test/fixtures/commands/doctor.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta"

/** What every one of them says of a plug without the function. */
const missing = "no function inbound(uint32,bytes) (selector 0xc41f1f6c)"

describe("plugs that send, and have no inbound(uint32,bytes)", function () {
  let world: DevnetWorld
  let plugs: Readonly<Record<Name, Address>>
  before(async () => {
    world = await createDevnetWorld()
    const deployOn = (name: Name) => {
      const chain = world.devnet.chains[name]!
      return deploy(chain, deafPlugArtifact, [chain.contracts.socket, chain.walletClient.account.address])
    }
    plugs = { alpha: await deployOn("alpha"), beta: await deployOn("beta") }
  })
  after(() => world.devnet.stop())

  const connect = (from: Name, to: Name, sibling = plugs[to]) =>
    world.run(["messaging", "connect", plugs[from], sibling, "--from", from, "--to", to, "--yes"])
  const env = () => ({ PLUGS_TEST_CONTRACTS: JSON.stringify({ Deaf: plugs }) })

  it("are named by the doctor and by a plan of their wiring before they are connected", async () => {
    const { check, code } = await examine(["Deaf"], { port: world.port, env: env() })
    expect([code, check("plug", "Deaf@beta").status]).to.deep.equal([2, "warning"])
    expect(check("plug", "Deaf@beta").says).to.contain(missing)
    const wiring = JSON.stringify({ deaf: { contracts: plugs } })
    const planned = await world.run(["messaging", "wire", "--plan", "--json"], { env: { PLUGS_TEST_WIRING: wiring } })
    const { changes } = JSON.parse(planned.stdout) as { changes: { status: string; warnings: string[] }[] }
    expect(changes.map(({ status, warnings }) => `${status} ${warnings.length}`)).to.deep.equal(["ready 2", "ready 2"])
    expect(changes[0]?.warnings[0]).to.contain(plugs.alpha).and.to.contain(missing)
    const shown = await world.run(["messaging", "wire", "--plan"], { env: { PLUGS_TEST_WIRING: wiring } })
    expect(shown.stdout).to.contain(missing)
  })

  deepIt(
    "are named when they are connected, by the doctor afterwards, and before a message to them is paid for",
    async () => {
      for (const [from, to] of [
        ["alpha", "beta"],
        ["beta", "alpha"],
      ] as const) {
        const { code, stderr } = await connect(from, to)
        expect(code, stderr).to.equal(0)
        for (const [name, plug] of Object.entries(plugs)) expect(stderr).to.contain(`${plug} on ${name} has ${missing}`)
      }
      const { check } = await examine(["Deaf"], { port: world.port, env: env() })
      const connection = check("connection", "Deaf: alpha ↔ beta")
      expect([connection.status, connection.says.split(missing).length - 1]).to.deep.equal(["failed", 2])
      expect(connection.mend).to.contain("Deploy a plug")
      const wired = await examine([], {
        ...{ port: world.port, env: { ...env(), PLUGS_TEST_WIRING: JSON.stringify({ deaf: { contracts: plugs } }) } },
      })
      expect(wired.check("connection", "deaf: alpha ↔ beta")).to.deep.include({
        ...{ status: "failed", says: connection.says, mend: connection.mend },
      })
      const balance = () => world.devnet.chains["alpha"]!.publicClient.getBalance({ address: plugs.alpha })
      const before = await balance()
      const send = ["messaging", "send", plugs.alpha, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
      const refused = await world.run([...send, "--value", "0"], { env: env() })
      expect([refused.code, refused.error?.code]).to.deep.equal([1, "WILL_NOT_ARRIVE"])
      expect(refused.stderr).to.contain(missing).and.to.contain(plugs.beta)
      expect(await balance()).to.equal(before)
    },
  )

  it("are named alone where they are connected to a plug that receives", async () => {
    const { code, stderr } = await connect("alpha", "beta", world.counters.beta)
    expect(code, stderr).to.equal(0)
    expect(stderr).to.contain(`${plugs.alpha} on alpha has ${missing}`)
    expect(stderr.split(missing)).to.have.length(2)
  })
})
