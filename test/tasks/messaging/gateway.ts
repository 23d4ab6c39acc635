import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import {
  decodeRelayAttribute,
  encodeInteroperableAddress,
  encodeRelayAttribute,
  gatewayAbi,
} from "#src/messaging/index.js"
import { decodeGatewayMessage, readCarriedMessage } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { parseAbiValue } from "#tasks/messaging/call/parseAbiValue.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy, deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"

const signature = "sendMessage(bytes recipient, bytes payload, bytes[] attributes)"

type Account = { readonly chainId: string; readonly address: Address; readonly encoded: Hex }
type Carried = {
  readonly sendId: Hex
  readonly receiveId: Hex
  readonly sender: Account
  readonly recipient: Account
  readonly gasLimit: string
  readonly value: string
  readonly payload: Hex
}

describe("a message of ERC-7786, to the tasks", () => {
  let world: DevnetWorld
  let gateway: Address
  let recipient: Address
  let sender: Address
  let carried: Carried
  let txHash: Hex
  before(async () => {
    world = await createDevnetWorld()
    const gateways = await deployConnected(world.devnet, await hre.artifacts.readArtifact("PlugsGateway"))
    gateway = gateways["alpha"]!
    recipient = await deploy(world.devnet.chains["beta"]!, await hre.artifacts.readArtifact("MoodyRecipient"))
    sender = world.devnet.chains["alpha"]!.walletClient.account.address
  })
  after(() => world.devnet.stop())

  it("is sent to an address of another chain, and followed with who sends it, who receives it and its id", async () => {
    const relay = `requestRelay(0, 200000, ${sender})`
    const args = ["messaging", "send", gateway, signature, `${recipient}@beta`, "0x1234", relay, "--from", "alpha"]
    const { code, stdout, stderr } = await world.run([...args, "--track", "--json"])
    expect(code, stderr).to.equal(0)
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const [sent] = events
    txHash = sent!["txHash"] as Hex
    carried = (sent!["messages"] as { carried: Carried }[])[0]!.carried
    const id = [41001n, gateway, carried.sendId] as const
    expect(carried).to.deep.equal({
      sendId: carried.sendId,
      receiveId: keccak256(encodeAbiParameters(parseAbiParameters("uint256, address, bytes32"), id)),
      sender: {
        chainId: "41001",
        address: sender,
        encoded: encodeInteroperableAddress({ chainId: 41001, address: sender }),
      },
      recipient: {
        chainId: "41002",
        address: recipient,
        encoded: encodeInteroperableAddress({ chainId: 41002, address: recipient }),
      },
      gasLimit: "200000",
      value: "0",
      payload: "0x1234",
    })
    const steps = events.filter(({ event }) => event === "status")
    expect(steps).to.not.be.empty
    for (const step of steps) expect(step["carried"]).to.deep.equal(carried)
  })

  it("has the id by which the gateway there knows it, and is shown by track, and by explain with its path", async () => {
    const { publicClient } = world.devnet.chains["beta"]!
    const beta = await world.devnet.chains["alpha"]!.publicClient.readContract({
      ...{ address: gateway, abi: gatewayAbi, functionName: "chainIdOf", args: [41002] },
    })
    expect(beta).to.equal(41002n)
    const question = { abi: gatewayAbi, functionName: "isReceived", args: [carried.receiveId] } as const
    expect(await publicClient.readContract({ ...question, address: gateway })).to.equal(true)
    const shown = [
      `${sender} on alpha (${carried.sender.encoded})`,
      `${recipient} on beta (${carried.recipient.encoded})`,
      "200,000 gas for the recipient, no value",
      carried.receiveId,
    ]
    const track = await world.run(["messaging", "track", txHash, "--from", "alpha"])
    const story = await world.run(["messaging", "explain", txHash, "--from", "alpha", "--json"])
    const explained = JSON.parse(story.stdout) as { items: { says: string }[]; events: { details: string[] }[] }
    for (const text of shown) {
      expect(track.stdout).to.contain(text)
      expect(explained.events[0]?.details.join()).to.contain(text)
    }
    expect(explained.items[0]?.says).to.contain(
      `from ${sender} on alpha to ${recipient} on beta, with the receive id ${carried.receiveId}.`,
    )
    const [last] = (await world.run(["messaging", "track", txHash, "--from", "alpha", "--json"])).events
    expect(last).to.deep.include({ status: "EXECUTION_SUCCESS", carried })
    const byApi = await world.run(["messaging", "track", txHash, "--from", "alpha", "--source", "api"])
    expect(byApi.stdout).to.not.contain(carried.receiveId)
  })

  it("is followed without who sends it as long as the source chain hangs, which holds no step back but the last", async () => {
    await using door = await createRpcDoor(world.devnet.chains["alpha"]!.rpcUrl)
    const isHeld = door.holdAt({ method: "eth_getTransactionReceipt", times: 1, when: "before" })
    world.devnet.relay.pause("seal")
    const hash = await send(world.devnet.chains["alpha"]!, {
      ...{ address: world.counters.alpha, abi: counterArtifact.abi, functionName: "add", args: [41002, 1n] },
    })
    const options = { env: { PLUGS_TEST_ALPHA_URL: door.url }, clock: createManualClock() }
    await using tracking = world.start(["messaging", "track", hash, "--from", "alpha", "--json"], options)
    // The clock stands still: nothing that takes time comes before this step.
    const step = await tracking.event(({ event }) => event === "status")
    expect(step).to.include({ status: "RECEIVED" }).and.to.not.have.property("carried")
    await isHeld
    world.devnet.relay.resume()
  })

  it("goes by gateways that connect links by the id of the chain, which it reads there", async () => {
    const { alpha } = world.devnet.chains
    const args = [alpha!.contracts.socket, sender]
    const unlinked = await deploy(alpha!, await hre.artifacts.readArtifact("PlugsGateway"), args)
    const link = "link(uint32 siblingChainSlug, address siblingPlug, address switchboard, uint256 siblingChainId)"
    const ends = [unlinked, gateway, "--from", "alpha", "--to", "beta", "--function", link]
    const { code, stderr } = await world.run(["messaging", "connect", ...ends])
    expect(code, stderr).to.equal(0)
    const question = { abi: gatewayAbi, functionName: "chainSlugOf", args: [41002n] } as const
    expect(await alpha!.publicClient.readContract({ ...question, address: unlinked })).to.equal(41002)
  })

  it("is none if the plug is no gateway, whatever its payload says, or the node does not answer", async () => {
    const client = world.devnet.chains["alpha"]!.publicClient
    const parts = parseAbiParameters("bytes32, address, address, uint256, bytes")
    const payload = encodeAbiParameters(parts, [carried.sendId, sender, recipient, 5n, "0x"])
    const message = { srcPlug: gateway, dstChainSlug: 41002, payload, executionParams: "0x" } as const
    expect(await readCarriedMessage(client, message)).to.include({ gasLimit: 5n, value: 0n })
    expect(await readCarriedMessage(client, { ...message, srcPlug: world.counters.alpha })).to.equal(undefined)
    expect(await readCarriedMessage(client, { ...message, dstChainSlug: 7 })).to.equal(undefined)
    const silent = { request: () => Promise.reject(new Error("no answer")) } as unknown as typeof client
    expect(await readCarriedMessage(silent, message)).to.equal(undefined)
    for (const other of ["0x", "0x1234", `${payload}00`, payload.slice(0, -64)] as Hex[]) {
      expect(decodeGatewayMessage(other)).to.equal(undefined)
    }
  })

  it("is written at a command line as addresses and a call, which are checked", () => {
    const chains = [{ name: "alpha", slug: 41001, network: "alpha" }]
    const bytes = (text: string, type = "bytes"): unknown => parseAbiValue(text, { type }, { argument: "x", chains })
    const account = encodeInteroperableAddress({ chainId: 41001, address: sender })
    for (const text of [`${sender}@alpha`, `${sender}@41001`, `eip155:41001:${sender}`])
      expect(bytes(text)).to.equal(account)
    const attribute = encodeRelayAttribute({ gasLimit: 7n, refundRecipient: sender })
    for (const text of [`requestRelay(0,7,${sender})`, `["requestRelay(0, 7, ${sender})"]`]) {
      expect(bytes(text, "bytes[]")).to.deep.equal([attribute])
    }
    expect(decodeRelayAttribute(attribute)).to.include({ gasLimit: 7n, value: 0n })
    const wrong = [
      ...[`${sender}@omega`, `${sender}@`, `eip155:0:${sender}`, `eip155:1:${sender}00`, `solana:1:${sender}`],
      ...[`requestRelay(1,7,${sender})`, `requestRelay(0,-7,${sender})`, `requestRelay(0,7)`, `@alpha`],
      ...[`eip155:1:0x${"00".repeat(20)}`, `${sender.replace("f39F", "F39F")}@alpha`],
    ]
    for (const text of wrong)
      expect(() => bytes(text), text)
        .to.throw()
        .with.property("code", "INVALID_INPUT")
    expect(() => bytes(`${sender}@alpha`, "bytes32"))
      .to.throw()
      .with.property("code", "INVALID_INPUT")
  })
})
