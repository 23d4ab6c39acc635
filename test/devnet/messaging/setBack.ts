import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Address, encodeFunctionData, type Hex, keccak256 } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { batcherArtifact } from "#src/devnet/artifacts/operators.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import { type Devnet, type DevnetChain, type MessageRecord, startDevnet } from "#src/devnet/index.js"
import { createMessagingClient } from "#src/messaging/index.js"
import { executeCall, signedBy } from "#src/messaging/onchain/operatorCalls.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

describe("messages, after evm_revert has set back one chain alone", () => {
  const { executor } = createAccounts()
  let devnet: Devnet<"alpha" | "beta", false, false>
  let alpha: DevnetChain<false>
  let beta: DevnetChain<false>
  let counters: Record<string, Address>
  let watch: ReturnType<typeof watchDevnet>
  const errors: unknown[] = []

  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false, executionRetries: { attempts: 2, delay: 0 } })
    devnet.onError((error) => errors.push(error))
    ;({ alpha, beta } = devnet.chains)
    counters = await deployConnected(devnet, counterArtifact)
  })
  after(() => devnet.stop())
  beforeEach(() => {
    watch = watchDevnet(devnet)
    errors.length = 0
  })
  afterEach(() => {
    watch.stop()
    devnet.relay.resume()
  })

  const { abi } = counterArtifact
  const add = (...amounts: bigint[]): Promise<Hex> =>
    send(alpha, { address: counters["alpha"]!, abi, functionName: "addMany", args: [beta.slug, amounts] })
  const counter = () => beta.publicClient.readContract({ address: counters["beta"]!, abi, functionName: "counter" })
  const messageOf = (hash: Hex) => devnet.messagesFromTx(alpha.slug, hash)[0]!
  const codes = () => errors.flatMap((error) => (isPlugsError(error) ? error.code : []))

  const proposeAnother = ({ outbound }: MessageRecord) =>
    createRelayActors().propose(beta, outbound, { root: keccak256("0xbad0"), switchboard: beta.contracts.switchboard })

  /** The call with which a message is executed, for a proposal of its packet. */
  async function executionOf({ outbound }: MessageRecord, proposalCount: bigint) {
    const { packetId } = outbound
    const call = await signedBy(executor, executeCall(beta.contracts.socket, outbound, { packetId, proposalCount }))
    return { to: call.address, value: 0n, gas: 1_000_000n, data: encodeFunctionData(call) }
  }

  it("show no success for one whose id the other chain has executed as another, say so, and let later ones through", async () => {
    const before = await counter()
    const id = await alpha.testClient.snapshot()
    const first = await add(5n)
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    await alpha.testClient.revert({ id })

    const second = await add(6n)
    await watch.reached("EXECUTION_FAILURE")
    const message = messageOf(second)
    expect(message.outbound.messageId).to.equal(delivered!.outbound.messageId)
    expect(message.outbound.packedMessage).to.not.equal(delivered!.outbound.packedMessage)
    expect(message).to.include({ idUsedIn: delivered!.executionTx, executionTx: undefined })
    expect(devnet.messagesFromTx(alpha.slug, first)).to.deep.equal([])
    expect(codes()).to.include("ID_USED_BEFORE")

    const client = createMessagingClient(devnet.messaging)
    const [answered] = await client.getMessages({ srcChainSlug: alpha.slug, srcTxHash: second })
    expect(answered).to.deep.include({ status: "EXECUTION_FAILURE", inboundTx: null })
    expect(answered!.executionDetails).to.include({ isExecuted: false, executionTxHash: null })

    const third = await add(7n)
    await watch.reached("EXECUTION_SUCCESS", 2)
    expect(messageOf(third).status).to.equal("EXECUTION_SUCCESS")
    expect(await counter()).to.equal(before + 12n)
  })

  deepIt("are delivered if the other chain has proposed another with the same id, and not executed it", async () => {
    const before = await counter()
    const id = await alpha.testClient.snapshot()
    devnet.relay.pause("execute")
    const first = await add(1n)
    const [undone] = await watch.reached("EXECUTING")
    await alpha.testClient.revert({ id })
    await eventually(() => Promise.resolve(devnet.messagesFromTx(alpha.slug, first).length === 0))
    devnet.relay.resume()

    const hash = await add(2n)
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    expect(delivered!.outbound.messageId).to.equal(undone!.outbound.messageId)
    expect(messageOf(hash).proposal?.proposalCount).to.equal(1n)
    expect(await counter()).to.equal(before + 2n)
    expect(codes()).to.not.include("ID_USED_BEFORE")
  })

  it("are delivered after one that the other chain has executed, but its own has not sealed any more", async () => {
    const before = await counter()
    devnet.relay.pause("seal")
    const first = await add(1n)
    await watch.reached("RECEIVED")
    const id = await alpha.testClient.snapshot()
    devnet.relay.resume("seal")
    await watch.reached("EXECUTION_SUCCESS")
    await alpha.testClient.revert({ id })

    const second = await add(2n)
    await watch.reached("EXECUTION_SUCCESS", 2)
    expect([first, second].map((hash) => messageOf(hash).status)).to.deep.equal(Array(2).fill("EXECUTION_SUCCESS"))
    expect(await counter()).to.equal(before + 3n)
  })

  it("are attempted again when the chain that refused them is set back", async () => {
    const moody = await deployConnected(devnet, moodyPlugArtifact)
    const refuse = async (refuses: boolean) => {
      const args = ["0xaa", refuses] as const
      const call = { address: moody["beta"]!, abi: moodyPlugArtifact.abi, functionName: "refuse", args } as const
      await beta.publicClient.waitForTransactionReceipt({ hash: await beta.walletClient.writeContract(call) })
    }
    const id = await beta.testClient.snapshot()
    await refuse(true)
    const args = [beta.slug, "0xaa"] as const
    await send(alpha, { address: moody["alpha"]!, abi: moodyPlugArtifact.abi, functionName: "send", args })
    const [failed] = await watch.reached("EXECUTION_FAILURE")
    await beta.testClient.revert({ id })
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    expect(delivered!.outbound).to.equal(failed!.outbound)
  })

  it("are executed with their own proposal, although a second one with another root comes before", async () => {
    const before = await counter()
    devnet.relay.pause("execute")
    const hash = await add(3n)
    const [waiting] = await watch.reached("EXECUTING")
    await proposeAnother(waiting!)
    devnet.relay.resume()
    await watch.reached("EXECUTION_SUCCESS")
    expect(messageOf(hash)).to.have.nested.property("proposal.proposalCount", 0n)
    expect(await counter()).to.equal(before + 3n)
  })

  it("count as executed with the proposal that was used, if a transaction tried several", async () => {
    const before = await counter()
    devnet.relay.pause("execute")
    const hash = await add(4n)
    const [waiting] = await watch.reached("EXECUTING")
    await proposeAnother(waiting!)
    const calls = await Promise.all([executionOf(waiting!, 0n), executionOf(waiting!, 1n)])
    const call = { address: beta.contracts.batcher, abi: batcherArtifact.abi, functionName: "tryAll" } as const
    const executed = await beta.walletClient.writeContract({ ...call, args: [calls] })
    await watch.reached("EXECUTION_SUCCESS")
    expect(messageOf(hash)).to.include({ executionTx: executed, idUsedIn: undefined })
    expect(await counter()).to.equal(before + 4n)
  })

  deepIt("are shown as delivered by no answer that comes after the chain that executed them was set back", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await beta.testClient.snapshot()
      const hash = await add(1n)
      await watch.reached("EXECUTION_SUCCESS", round + 1)
      devnet.relay.pause()
      await beta.testClient.revert({ id })
      expect(messageOf(hash)).to.include({ executionTx: undefined }).and.not.to.include({ status: "EXECUTION_SUCCESS" })
      devnet.relay.resume()
      await watch.reached("EXECUTION_SUCCESS", round + 1)
    }
  })
})
