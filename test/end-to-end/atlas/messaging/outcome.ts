import { rm } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"
import { type Abi, type Address, getAddress, type Hex, keccak256, numberToHex, parseEther, toBytes } from "viem"

import type { MessageRecord } from "#src/devnet/index.js"
import { encodeInteroperableAddress, gatewayAbi } from "#src/messaging/index.js"
import { guardedTokenArtifact } from "#test/fixtures/artifacts/GuardedToken.js"
import { keepingPlugArtifact } from "#test/fixtures/artifacts/KeepingPlug.js"
import { pingPongArtifact } from "#test/fixtures/artifacts/PingPong.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import type { AtlasMessages } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import { type ExplainedWorld, writeArtifact } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

const [first, second] = [getAddress(`0x${"a1".repeat(20)}`), getAddress(`0x${"b2".repeat(20)}`)]

describe("the atlas of causes: what an application does with a delivery", function () {
  let world: ExplainedWorld
  let atlas: AtlasMessages
  useAtlas((opened) => {
    ;({ world, atlas } = opened)
  })

  type Call = {
    readonly address: Address
    readonly abi: Abi
    readonly functionName: string
    readonly args: readonly unknown[]
  }

  async function send(call: Call): Promise<MessageRecord["outbound"]> {
    const hash = await mine("alpha", call, parseEther("0.1"))
    const [known] = await eventually(() => {
      const records = world.devnet.messagesFromTx(atlas.alpha.slug, hash)
      return Promise.resolve(records.length > 0 && records)
    })
    await atlas.reached(known!.outbound, "EXECUTION_SUCCESS")
    return known!.outbound
  }

  async function mine(name: "alpha" | "beta", call: Call, value = 0n): Promise<Hex> {
    const { walletClient, publicClient } = atlas[name]
    const hash = await walletClient.writeContract({ ...call, value })
    await publicClient.waitForTransactionReceipt({ hash })
    return hash
  }

  async function deployKeeping(): Promise<Record<string, Address>> {
    await writeArtifact(world.root, "KeepingPlug", keepingPlugArtifact.abi)
    return await deployConnected(world.devnet, keepingPlugArtifact)
  }

  deepIt("kept-back: the logs of the plug are decoded, with the call that releases what it kept", async () => {
    const plugs = await deployKeeping()
    const { abi } = keepingPlugArtifact
    const give = (to: Address, amount: bigint) =>
      send({ address: plugs["alpha"]!, abi, functionName: "give", args: [atlas.beta.slug, to, amount] })
    const message = await give(first, 50n)
    await give(second, 3n)

    const explained = await atlas.explain(message)
    expect(explained.code).to.equal(0)
    expect(explained.document.verdict).to.equal("delivered")
    expect(explained.document.items[0]?.says).to.contain(
      `The plug logged Paid(to: ${first}, amount: 5). The plug logged Kept(to: ${first}, amount: 45).`,
    )
    const cause = expectCause(explained, "kept-back")
    expect(cause.certainty).to.equal("likely")
    expect(cause.mend).to.deep.include({ who: `call retry(to_: ${first}) of ${plugs["beta"]!} on beta`, command: null })
    const tracked = await world.run(["messaging", "track", message.transactionHash, "--from", "alpha"])
    expect(tracked.code).to.equal(0)
    expect(tracked.stdout).to.contain(`the plug logged Kept(to: ${first}, amount: 45)`)
    expect(tracked.stdout).to.contain(`kept back, this releases: retry(to_: ${first})`)
    const { stdout } = await world.run(["messaging", "explain", message.transactionHash, "--from", "alpha"])
    expect(stdout).to.match(/The protocol has done its part\. Of the rest, see cause 1\.\s*$/)
  })

  it("kept-back: what was released is no cause, and neither is a delivery of which nothing was kept", async () => {
    const plugs = await deployKeeping()
    const { abi } = keepingPlugArtifact
    const give = (to: Address, amount: bigint) =>
      send({ address: plugs["alpha"]!, abi, functionName: "give", args: [atlas.beta.slug, to, amount] })
    const [kept, paid] = [await give(first, 8n), await give(second, 2n)]
    await mine("beta", { address: plugs["beta"]!, abi, functionName: "retry", args: [first] })

    const released = await atlas.explain(kept)
    expect(released.document.causes).to.deep.equal([])
    expect(released.document.items[0]?.says).to.contain(`The plug logged Kept(to: ${first}, amount: 3).`)
    const whole = await atlas.explain(paid)
    expect(whole.document.causes).to.deep.equal([])
    expect(whole.document.items[0]?.says).to.match(/The plug logged Paid\(to: 0x[bB]2\w+, amount: 2\)\.$/)
  })

  it("kept-back: a GuardedPlug holds the message, and release says why it does not release it yet", async () => {
    await writeArtifact(world.root, "GuardedToken", guardedTokenArtifact.abi)
    const plugs = await deployConnected(world.devnet, guardedTokenArtifact, () => ["Token", "TKN", 1_000n])
    const { abi } = guardedTokenArtifact
    const args = [atlas.beta.slug, first, 7n] as const
    const message = await send({ address: plugs["alpha"]!, abi, functionName: "bridge", args })

    const cause = expectCause(await atlas.explain(message), "kept-back")
    expect(cause.certainty).to.equal("certain")
    expect(cause.mend?.who).to.match(
      /^call release\(number: 0, srcChainSlug: \d+, payload: 0x\w+\) of 0x\w{40} on beta, once it no longer reverts: LimitExceeded\(/,
    )
  })

  it("kept-back: a GuardedPlug that the project has no ABI of, which has begun the path anew since", async () => {
    await rm(path.join(world.root, "artifacts/contracts/GuardedToken.sol"), { recursive: true, force: true })
    const plugs = await deployConnected(world.devnet, guardedTokenArtifact, () => ["Token", "TKN", 1_000n])
    const { abi } = guardedTokenArtifact
    const args = [atlas.beta.slug, first, 7n] as const
    const message = await send({ address: plugs["alpha"]!, abi, functionName: "bridge", args })
    const cause = expectCause(await atlas.explain(message), "kept-back")
    expect(cause.mend?.who).to.contain("release(number: 0, ")

    await mine("beta", { address: plugs["beta"]!, abi, functionName: "endHeld", args: [atlas.alpha.slug] })
    const ended = expectCause(await atlas.explain(message), "kept-back")
    expect(ended.says).to.contain("has begun the path anew since, so it is never handled")
    expect(ended.mend?.who).to.equal("send again what it brought, if that is still wanted")
  })

  deepIt("kept-back: the owner restores what the guardian of a GuardedPlug has cancelled", async () => {
    await writeArtifact(world.root, "GuardedToken", guardedTokenArtifact.abi)
    const plugs = await deployConnected(world.devnet, guardedTokenArtifact, () => ["Token", "TKN", 1_000n])
    const { abi } = guardedTokenArtifact
    const message = await send({
      address: plugs["alpha"]!,
      abi,
      functionName: "bridge",
      args: [atlas.beta.slug, first, 7n],
    })
    const held = { address: plugs["beta"]!, abi: abi as Abi }
    const guardian = [keccak256(toBytes("GUARDIAN_ROLE")), atlas.beta.walletClient.account.address]
    await mine("beta", { ...held, functionName: "grantRole", args: guardian })
    const id = /heldId: (0x\w{64})/.exec(expectCause(await atlas.explain(message), "kept-back").says)?.[1]
    await mine("beta", { ...held, functionName: "cancel", args: [id] })

    const { mend } = expectCause(await atlas.explain(message), "kept-back")
    expect(mend?.by).to.equal("others")
    expect(mend?.who).to.contain(`calls restore(${id})`)
    await mine("beta", { ...held, functionName: "restore", args: [id] })
    expect(expectCause(await atlas.explain(message), "kept-back").mend?.who).to.contain("LimitExceeded(")
  })

  it("not-relayed: a message of ERC-7786 waits for relay, and is found where somebody has paid since", async () => {
    const gateways = await deployConnected(world.devnet, await hre.artifacts.readArtifact("PlugsGateway"))
    const { walletClient } = atlas.alpha
    const sender = walletClient.account.address
    const to = encodeInteroperableAddress({ chainId: atlas.beta.chainId, address: first })
    const contract = { address: gateways["alpha"]!, abi: gatewayAbi as Abi }
    const sent = await mine("alpha", { ...contract, functionName: "sendMessage", args: [to, "0x5678", []] })
    const explain = () => world.explain("messaging", [sent, "--from", "alpha"])

    const waiting = await explain()
    expect(waiting.document.verdict).to.equal("stuck")
    const id = numberToHex(1, { size: 32 })
    expect(expectCause(waiting, "not-relayed").mend?.who).to.contain(`call relay(${id}, ${sender}, ${to}, 0x5678,`)
    const args = [id, sender, to, "0x5678", 200_000n, sender]
    const relayed = await mine("alpha", { ...contract, functionName: "relay", args }, parseEther("0.1"))
    expect(expectCause(await explain(), "not-relayed").mend?.command).to.equal(
      `npx hardhat messaging explain ${relayed} --from alpha`,
    )
  })

  it("follows the message that a delivery sent on", async () => {
    await writeArtifact(world.root, "PingPong", pingPongArtifact.abi)
    const plugs = await deployConnected(world.devnet, pingPongArtifact)
    const { walletClient, publicClient } = atlas.beta
    const funded = await walletClient.sendTransaction({ to: plugs["beta"]!, value: parseEther("1") })
    await publicClient.waitForTransactionReceipt({ hash: funded })
    const { abi } = pingPongArtifact
    const ping = await send({ address: plugs["alpha"]!, abi, functionName: "ping", args: [atlas.beta.slug] })

    const tracked = await world.run(["messaging", "track", ping.transactionHash, "--from", "alpha", "--json"])
    expect(tracked.code, tracked.stderr).to.equal(0)
    const { messages } = JSON.parse(tracked.stdout.trim().split("\n").at(-1)!) as {
      messages: { messageId: string; status: string }[]
    }
    expect(messages.map(({ status }) => status)).to.deep.equal(["EXECUTION_SUCCESS", "EXECUTION_SUCCESS"])
    const { document } = await atlas.explain(ping)
    expect(document.items.map(({ id }) => id)[0]).to.equal(ping.messageId)
    expect(document.items).to.have.length(2)
    expect(messages[1]?.messageId).to.equal(document.items[1]?.id)
    expect(document.items[0]?.says).to.contain(
      `It sent message ${document.items[1]!.id} on to chain ${atlas.alpha.slug}.`,
    )
  })
})
