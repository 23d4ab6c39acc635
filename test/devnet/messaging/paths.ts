import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import type { MessageHeldError } from "#src/devnet/messaging/holdMessages.js"
import { createMessagingClient, getMinFees, plugAbi, socketAbi, switchboardAbi } from "#src/messaging/index.js"
import { protocolErrorsAbi } from "#src/messaging/onchain/abi.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deploy, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

type Chain = DevnetChain<false>
type Kind = "switchboard" | "optimisticSwitchboard"

describe("a devnet's paths", () => {
  let devnet: Devnet<"alpha" | "beta" | "gamma", false>
  const errors: unknown[] = []
  before(async () => {
    devnet = await startDevnet({
      chains: ["alpha", "beta", "gamma"],
      paths: [{ between: ["beta", "alpha"], kinds: ["OPTIMISTIC"] }],
      optimisticTimeout: 3600,
      // The fast switchboard takes a fee for each watcher, the optimistic one takes one.
      watchers: 2,
      gateway: false,
    })
    devnet.onError((error) => errors.push(error))
  })
  after(async () => {
    await devnet.stop()
    expect(errors).to.deep.equal([])
  })

  const connect = async (chain: Chain, plug: Address, sibling: { chain: Chain; plug: Address }, kind: Kind) => {
    const hash = await chain.walletClient.writeContract({
      address: plug,
      abi: [...plugAbi, ...protocolErrorsAbi],
      functionName: "connect",
      args: [sibling.chain.slug, sibling.plug, chain.contracts[kind]],
    })
    await chain.publicClient.waitForTransactionReceipt({ hash })
  }
  const pair = async (one: Chain, other: Chain, kind: Kind): Promise<{ plug: Address; sibling: Address }> => {
    const counterOn = (chain: Chain) =>
      deploy(chain, counterArtifact, [chain.contracts.socket, chain.walletClient.account.address])
    const [plug, sibling] = await Promise.all([counterOn(one), counterOn(other)])
    await connect(one, plug, { chain: other, plug: sibling }, kind)
    await connect(other, sibling, { chain: one, plug }, kind)
    return { plug, sibling }
  }
  const add = (from: Chain, plug: Address, to: Chain): Promise<Hex> =>
    send(from, { address: plug, abi: counterArtifact.abi, functionName: "add", args: [to.slug, 1n] })

  it("have the kinds of switchboards that were asked for, and otherwise both", async () => {
    expect(devnet.paths).to.deep.equal([
      { between: ["alpha", "beta"], kinds: ["OPTIMISTIC"] },
      { between: ["alpha", "gamma"], kinds: ["FAST", "OPTIMISTIC"] },
      { between: ["beta", "gamma"], kinds: ["FAST", "OPTIMISTIC"] },
    ])
    const { alpha, beta, gamma } = devnet.chains
    for (const [one, other] of [
      [alpha, beta],
      [beta, alpha],
      [gamma, alpha],
    ] as const) {
      const capacitor = (kind: Kind) =>
        one.publicClient.readContract({
          address: one.contracts.socket,
          abi: socketAbi,
          functionName: "capacitors__",
          args: [one.contracts[kind], other.slug],
        })
      expect(BigInt(await capacitor("switchboard")) > 0n).to.equal(one === gamma)
      expect(BigInt(await capacitor("optimisticSwitchboard")) > 0n).to.equal(true)
    }
    const refused = await pair(alpha, beta, "switchboard").then(() => "connected", String)
    expect(refused).to.contain("InvalidConnection")
    const index = (await (await fetch(devnet.url)).json()) as { paths: unknown }
    expect(index.paths).to.deep.equal(devnet.paths)
  })

  it("deliver over the fast switchboard at once, and over the optimistic one when the chain's time has come", async () => {
    const { alpha, gamma } = devnet.chains
    const fast = await pair(alpha, gamma, "switchboard")
    const optimistic = await pair(alpha, gamma, "optimisticSwitchboard")
    const watch = watchDevnet(devnet)
    const waiting = await add(alpha, optimistic.plug, gamma)
    const quick = await add(alpha, fast.plug, gamma)
    await watch.reached("EXECUTION_SUCCESS")
    const statusOf = (hash: Hex) => devnet.messagesFromTx(alpha.slug, hash)[0]?.status
    expect([statusOf(quick), statusOf(waiting)]).to.deep.equal(["EXECUTION_SUCCESS", "PROPOSED"])

    await gamma.provider.request({ method: "evm_increaseTime", params: [3000] })
    await devnet.relay.step()
    expect(statusOf(waiting)).to.equal("PROPOSED")
    devnet.relay.resume()
    // No block is mined: the devnet must see by itself that time has passed.
    await gamma.provider.request({ method: "evm_increaseTime", params: [601] })
    const delivered = await watch.reached("EXECUTION_SUCCESS", 2)
    watch.stop()
    const { outbound, attestedBy } = delivered.find((record) => record.outbound.transactionHash === waiting)!
    expect(attestedBy.size).to.equal(0)
    expect(watch.statusesOf(outbound.messageId)).to.deep.equal([
      "RECEIVED",
      "SEALED",
      "PROPOSED",
      "ATTESTED",
      "VERIFIED",
      "EXECUTING",
      "EXECUTION_SUCCESS",
    ])
  })

  it("deliver nothing between a fast switchboard and an optimistic one, until both ends are of one kind", async () => {
    const { alpha, gamma } = devnet.chains
    const { plug, sibling } = await pair(alpha, gamma, "switchboard")
    await connect(gamma, sibling, { chain: alpha, plug }, "optimisticSwitchboard")
    const stopListening = devnet.onError(() => undefined)
    const hash = await add(alpha, plug, gamma)
    const held = () => errors.splice(0).map((error) => (error as MessageHeldError).shortMessage)
    await eventually(() => Promise.resolve(errors.length > 0))
    await gamma.provider.request({ method: "evm_increaseTime", params: [3601] })
    await gamma.testClient.mine({ blocks: 1 })
    await devnet.relay.step()
    stopListening()
    expect(held()).to.deep.equal([
      "A message stays SEALED: its packet is proposed for another switchboard than its destination plug accepts packets of.",
    ])
    const [message] = devnet.messagesFromTx(alpha.slug, hash)
    expect(message?.proposedFor).to.deep.equal([gamma.contracts.switchboard])
    devnet.relay.resume()
    const watch = watchDevnet(devnet)
    await connect(gamma, sibling, { chain: alpha, plug }, "switchboard")
    await watch.reached("EXECUTION_SUCCESS")
    watch.stop()
  })

  it("cost what their own switchboard takes, on-chain and in the API", async () => {
    const { alpha, gamma } = devnet.chains
    const client = createMessagingClient(devnet.messaging)
    const feesOf = async (kind: Kind): Promise<bigint> => {
      const { plug } = await pair(alpha, gamma, kind)
      const [estimate, onChain] = await Promise.all([
        client.estimateMinFees({
          srcPlug: plug,
          srcChainSlug: alpha.slug,
          dstChainSlug: gamma.slug,
          msgGasLimit: 100_000n,
          payloadLength: 32,
        }),
        getMinFees(alpha.publicClient, {
          socket: alpha.contracts.socket,
          plug,
          dstChainSlug: gamma.slug,
          minMsgGasLimit: 100_000n,
          payloadSize: 32,
        }),
      ])
      expect(estimate).to.equal(onChain)
      return estimate
    }
    expect((await feesOf("switchboard")) > (await feesOf("optimisticSwitchboard"))).to.equal(true)
  })

  it("let a packet wait for five seconds by default", async () => {
    await using other = await startDevnet({ gateway: false, market: false })
    const { publicClient, contracts } = other.chains.alpha
    const read = (address: Address) =>
      publicClient.readContract({ address, abi: switchboardAbi, functionName: "timeoutInSeconds" })
    expect(await read(contracts.optimisticSwitchboard)).to.equal(5n)
  })
})
