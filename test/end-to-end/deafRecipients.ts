import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { deepIt } from "#test/fixtures/depth.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy, deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

const missing = "has no function receiveMessage(bytes32,bytes,bytes) (selector 0x2432ef26)"
const sendMessage = "sendMessage(bytes recipient, bytes payload, bytes[] attributes)"

describe("recipients of ERC-7786 that have no receiveMessage", function () {
  let world: DevnetWorld
  let gateway: Address
  let recipients: Readonly<Record<"plain" | "proxied" | "takingAnything" | "empty", Address>>
  before(async () => {
    world = await createDevnetWorld()
    gateway = (await deployConnected(world.devnet, await hre.artifacts.readArtifact("PlugsGateway")))["alpha"]!
    const beta = world.devnet.chains["beta"]!
    const { abi, bytecode } = await hre.artifacts.readArtifact("ERC1967Proxied")
    const sending = await hre.artifacts.readArtifact("SendingImplementation")
    recipients = {
      plain: world.counters.beta,
      proxied: await deploy(beta, { abi, bytecode }, [await deploy(beta, sending, [beta.contracts.socket])]),
      // Its code is STOP.
      takingAnything: await deploy(beta, { abi: [], bytecode: "0x6001600c60003960016000f300" }),
      empty: `0x${"11".repeat(20)}`,
    }
  })
  after(() => world.devnet.stop())

  const send = (recipient: Address, ...options: readonly string[]) => {
    const relay = `requestRelay(0, 200000, ${world.devnet.chains["alpha"]!.walletClient.account.address})`
    const args = [gateway, sendMessage, `${recipient}@beta`, "0x1234", relay, "--from", "alpha"]
    return world.run(["messaging", "send", ...args, ...options])
  }

  it("are named before the message is paid for", async () => {
    const nonce = () => {
      const { publicClient, walletClient } = world.devnet.chains["alpha"]!
      return publicClient.getTransactionCount(walletClient.account)
    }
    const before = await nonce()
    const another = "send the message to a contract"
    const unaccepted = "does not return the selector of receiveMessage(bytes32,bytes,bytes) (selector 0x2432ef26)"
    for (const [name, says, fix, ...options] of [
      ["plain", missing, another],
      ["plain", missing, another, "--preflight"],
      ["proxied", missing, another],
      ["empty", "has no code", another],
      ["takingAnything", unaccepted, "the owner of the recipient on beta makes receiveMessage accept", "--preflight"],
    ] as const) {
      const { code, error, stderr } = await send(recipients[name], ...options)
      expect([code, error?.code], `${name} ${options.join()}`).to.deep.equal([1, "WILL_NOT_ARRIVE"])
      expect(stderr).to.contain(`the recipient ${recipients[name]} on beta ${says}`).and.to.contain(fix)
    }
    expect(await nonce()).to.equal(before)
  })

  deepIt("are named by explain and by retry once it was paid for all the same", async () => {
    for (const name of ["plain", "proxied"] as const) {
      const sent = await send(recipients[name], "--anyway", "--track", "--json")
      const hash = String(sent.events[0]?.["txHash"])
      expect(sent.code, sent.stderr).to.equal(2)
      const { stdout } = await world.run(["messaging", "explain", hash, "--from", "alpha", "--json"])
      const [cause] = (JSON.parse(stdout) as { causes: { name: string; says: string; mend: { who: string } }[] }).causes
      expect(cause?.name).to.equal("inbound-reverts")
      expect(cause?.says).to.contain(`the recipient ${recipients[name]} on beta ${missing}`)
      expect(cause?.mend.who).to.equal("send the message to a contract that has it")
      const retried = await world.run(["messaging", "retry", hash, "--from", "alpha", "--yes"])
      expect(retried.code).to.equal(1)
      expect(retried.stderr).to.contain(missing)
    }
  })

  deepIt("are named by explain while the message waits before its delivery", async () => {
    world.devnet.relay.pause("seal")
    const sent = await send(recipients.plain, "--anyway", "--json")
    const { txHash } = JSON.parse(sent.stdout) as { txHash: string }
    const { stdout } = await world.run(["messaging", "explain", txHash, "--from", "alpha", "--json"])
    world.devnet.relay.resume()
    const { causes } = JSON.parse(stdout) as { causes: { name: string; says: string }[] }
    expect(causes.find(({ name }) => name === "inbound-reverts")?.says).to.contain(missing)
  })
})
