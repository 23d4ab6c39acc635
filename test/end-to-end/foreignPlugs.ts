import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import {
  type Address,
  createWalletClient,
  custom,
  encodeFunctionData,
  type Hex,
  parseEther,
  type WalletClient,
  zeroHash,
} from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { packPacketId } from "#src/messaging/ids.js"
import {
  connectPlug,
  createMessagingClient,
  getMinFees,
  type OutboundMessage,
  type PlugsError,
  readOutboundMessages,
  sendThroughPlug,
  socketAbi,
  waitForMessage,
} from "#src/messaging/index.js"
import { simulateCalls } from "#src/onchain/simulation/simulateCalls.js"
import { foreignPlugArtifact } from "#test/fixtures/artifacts/ForeignPlug.js"
import { failure } from "#test/fixtures/failure.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const savings = parseEther("10")
const elsewhere = "0x000000000000000000000000000000000000dEaD"
const { abi } = foreignPlugArtifact

describe("a plug that does not inherit Plug.sol", () => {
  let devnet: Devnet
  let alpha: DevnetChain
  let beta: DevnetChain
  let plug: Address
  let there: Address
  let minimum: bigint
  let wallet: WalletClient
  before(async () => {
    devnet = await startDevnet()
    ;({ alpha, beta } = devnet.chains)
    plug = await deploy(alpha, foreignPlugArtifact, [alpha.contracts.socket, alpha.walletClient.account.address])
    there = await deploy(beta, foreignPlugArtifact, [beta.contracts.socket, beta.walletClient.account.address])
    await connect(alpha, { signature: "linkTo(uint32,address,address)" })
    await connect(beta, { functionName: "linkTo", abi })
    minimum = await price(32)
  })
  after(() => devnet.stop())

  beforeEach(async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    wallet = createWalletClient({ account, chain: alpha.publicClient.chain, transport: custom(alpha.provider) })
    await alpha.testClient.setBalance({ address: account.address, value: savings })
  })

  const connect = (chain: DevnetChain, more: object = {}) =>
    connectPlug(chain.publicClient, chain.walletClient, {
      socket: chain.contracts.socket,
      plug: chain === alpha ? plug : there,
      siblingChainSlug: chain === alpha ? beta.slug : alpha.slug,
      sibling: chain === alpha ? there : plug,
      switchboard: chain.contracts.switchboard,
      ...more,
    })
  const price = (payloadSize: number, executionParams: Hex = zeroHash) =>
    getMinFees(alpha.publicClient, {
      socket: alpha.contracts.socket,
      plug,
      dstChainSlug: beta.slug,
      minMsgGasLimit: 100_000n,
      payloadSize,
      executionParams,
    })
  const send = (functionName: string, args: readonly unknown[] = [], more: object = {}) =>
    sendThroughPlug(alpha.publicClient, wallet, {
      socket: alpha.contracts.socket,
      plug,
      abi,
      functionName,
      args: [beta.slug, ...args],
      ...more,
    })
  const refusal = async (
    functionName: string,
    args: readonly unknown[] = [],
    more: object = {},
  ): Promise<PlugsError> => {
    const balance = (): Promise<bigint> => alpha.publicClient.getBalance({ address: wallet.account!.address })
    const before = await balance()
    const error = await failure(send(functionName, args, more))
    expect(await balance(), `${functionName} cost something`).to.equal(before)
    return error
  }

  describe("is connected", () => {
    it("by a function that is named in any way, with its arguments in any order", async () => {
      const fresh = await deploy(alpha, foreignPlugArtifact, [
        alpha.contracts.socket,
        alpha.walletClient.account.address,
      ])
      const { sibling, siblingChainSlug, switchboard } = {
        sibling: there,
        siblingChainSlug: beta.slug,
        switchboard: alpha.contracts.switchboard,
      }
      for (const [target, way] of [
        ["0x0000000000000000000000000000000000000001", { functionName: "linkTo" }],
        ["0x0000000000000000000000000000000000000002", { functionName: "linkTo", abi }],
        ["0x0000000000000000000000000000000000000003", { functionName: "pair", abi }],
        [
          "0x0000000000000000000000000000000000000004",
          { signature: "pair(address switchboard, uint256 slug, address peer)" },
        ],
        [
          sibling,
          { signature: "pair(address,uint256,address)", args: [switchboard, BigInt(siblingChainSlug), sibling] },
        ],
      ] as const) {
        const { hash } = await connect(alpha, { plug: fresh, sibling: target, ...way })
        expect(hash, target).to.match(/^0x/)
        expect(await connect(alpha, { plug: fresh, sibling: target, ...way })).to.deep.equal({ hash: undefined })
      }
    })

    it("only if its parameters say which argument goes where", async () => {
      for (const way of [
        { signature: "pair(address to, uint256 slug, address from)" },
        { signature: "pair(uint256,address)" },
        { signature: "pair(uint256,uint32,address,address)" },
        { signature: "pair(bytes32,uint32,address,address)" },
      ]) {
        expect(await failure(connect(alpha, { sibling: elsewhere, ...way })), way.signature).to.include({
          code: "INVALID_INPUT",
          argument: "args",
        })
      }
      expect(await failure(connect(alpha, { sibling: elsewhere, functionName: "link", abi }))).to.include({
        argument: "functionName",
      })
    })

    it("and nothing is sent if the function connects nothing", async () => {
      const error = await failure(connect(alpha, { sibling: elsewhere, functionName: "pretendTo" }))
      expect(error).to.include({ code: "NOT_ONLY_A_CONNECTION" })
    })

    it("only through a socket that the caller names", async () => {
      const error = await failure(connect(alpha, { socket: undefined, sibling: elsewhere, functionName: "linkTo" }))
      expect(error).to.include({ code: "WRONG_CONTRACT" })
      expect(error.next).to.contain("socket")
      expect(await failure(send("post", ["0x12"], { socket: undefined }))).to.include({ code: "WRONG_CONTRACT" })
    })
  })

  describe("is paid what the socket asks for", () => {
    it("if it hands on what is attached, and the socket refuses too little without a number", async () => {
      const fee = await price(3)
      const sent = await send("post", ["0x123456"])
      const attached = fee + (fee + 9n) / 10n
      // It hands on the margin, too.
      expect(sent).to.include({ fee: attached, attached })
      const [message] = sent.messages as [OutboundMessage]
      expect(message.payload).to.equal("0x123456")
      const arrived = await waitForMessage(createMessagingClient(devnet.messaging), {
        srcChainSlug: alpha.slug,
        srcTxHash: sent.hash,
        minInterval: 5,
      })
      expect(arrived).to.include({ messageId: message.messageId, status: "EXECUTION_SUCCESS" })
      const received = await beta.publicClient.readContract({ address: there, abi, functionName: "received" })
      expect(received).to.equal("0x123456")
    })

    it("for several messages, with the value divided among them or paid one after the other", async () => {
      const divided = await send("postMany", [3n], { marginPercent: 0 })
      expect(divided.messages).to.have.length(3)
      expect(divided.fee).to.equal(3n * minimum)
      const sizes = [0n, 500n, 1_000n]
      const each = await send("postEach", [sizes], { marginPercent: 0 })
      const prices = await Promise.all(sizes.map((size) => price(Number(size))))
      expect(each.fee).to.equal(prices.reduce((sum, fee) => sum + fee))
      expect(each.messages).to.have.length(3)
    })

    it("if it takes exactly its toll, and then without a margin unless the caller asks for one", async () => {
      expect(await send("announce")).to.include({ fee: minimum, attached: minimum })
      expect(await refusal("announce", [], { marginPercent: 10 })).to.include({ code: "CALL_REVERTED" })
    })

    it("if it pays the socket more than the minimum, up to the limit", async () => {
      expect(await send("announceFast", [], { marginPercent: 0 })).to.include({ fee: (minimum * 3n) / 2n })
      expect(await refusal("announceFast", [], { maxFee: minimum })).to.include({ code: "FEE_TOO_HIGH" })
    })

    it("for one message, if it would send more for more", async () => {
      const sent = await send("flood", [], { marginPercent: 0 })
      expect(sent.fee).to.equal(minimum)
      expect(sent.messages).to.have.length(1)
    })

    it("from the caller's value, or not at all if it pays by itself", async () => {
      expect(await send("announce", [], { value: minimum })).to.include({ value: minimum, attached: minimum })
      await alpha.testClient.setBalance({ address: plug, value: minimum })
      expect(await send("announceForFree")).to.include({ fee: minimum, attached: 0n })
      await alpha.testClient.setBalance({ address: plug, value: 0n })
    })

    it("if the message carries native value, and the caller allows it", async () => {
      const carried = 1_000n
      const fee = await price(32, `0x01${carried.toString(16).padStart(62, "0")}`)
      expect(await send("postWithValue", [carried], { marginPercent: 0 })).to.include({ fee })
    })
  })

  describe("gets nothing", () => {
    it("if it reverts for another reason, which is named", async () => {
      const closed = await refusal("postWhenOpen")
      expect(closed).to.include({ code: "CALL_REVERTED" })
      expect(closed.message).to.contain("Closed()")
      const nowhere = await failure(send("post", ["0x"], { args: [7, "0x"] }))
      expect(nowhere.message).to.contain("PlugDisconnected()").and.to.contain("connectPlug")
    })

    it("if no value is enough", async () => {
      expect(await refusal("neverContent")).to.include({ code: "FEE_NOT_FOUND" })
      expect(await refusal("neverContent", [], { maxFee: savings })).to.include({ code: "FEE_NOT_FOUND" })
    })

    it("if it would keep a part, or pay far too much", async () => {
      for (const margin of [{}, { marginPercent: 0 }]) {
        expect(await refusal("keepHalf", [], margin)).to.include({ code: "FEE_NOT_FOUND" })
        expect(await refusal("keepMost", [], margin)).to.include({ code: "FEE_TOO_HIGH" })
        expect(await refusal("payMost", [], margin)).to.include({ code: "FEE_TOO_HIGH" })
      }
      const limit = { marginPercent: 0, maxFee: parseEther("1") }
      expect(await refusal("keepMost", [], limit)).to.include({ code: "FEE_KEPT" })
      expect(await send("payMost", [], limit)).to.include({ fee: parseEther("1") })
      // The most that a message may carry.
      expect(await refusal("postWithValue", [parseEther("0.001")])).to.include({ code: "FEE_TOO_HIGH" })
    })

    it("from an account that cannot pay", async () => {
      const address = wallet.account!.address
      for (const balance of [0n, 1n, minimum - 1n]) {
        await alpha.testClient.setBalance({ address, value: balance })
        const error = await failure(send("postMany", [1n], { marginPercent: 0 }))
        expect(error, String(balance)).to.include({ code: "INSUFFICIENT_BALANCE" })
      }
    })

    it("above what was attached, if it behaves differently in the transaction", async () => {
      const { messages, value } = await send("postWhenSimulated")
      expect(messages).to.deep.equal([])
      expect(value <= 2n * minimum).to.equal(true)
    })
  })

  it("cannot move its message into another packet by logging what a capacitor logs", async () => {
    const { publicClient, contracts } = alpha
    const capacitor = await publicClient.readContract({
      address: contracts.socket,
      abi: socketAbi,
      functionName: "capacitors__",
      args: [contracts.switchboard, beta.slug],
    })
    // The hash depends on the message's number alone, so a simulation tells the next one.
    const args = [beta.slug, zeroHash, zeroHash] as const
    const data = encodeFunctionData({ abi, functionName: "postAndImitate", args })
    const call = { to: plug, data, value: minimum }
    const simulation = await simulateCalls(publicClient, { account: wallet.account!.address, calls: [call] })
    const [first] = readOutboundMessages(simulation?.status === "success" ? simulation.logs : []) as [OutboundMessage]
    const { packedMessage } = first
    const sent = await send("postAndImitate", [packedMessage, packedMessage], { marginPercent: 0 })
    const receipt = await publicClient.getTransactionReceipt({ hash: sent.hash })
    expect(receipt.logs.filter(({ address }) => address.toLowerCase() === plug.toLowerCase())).to.have.length(2)
    const [message] = readOutboundMessages(receipt, { socket: contracts.socket }) as [OutboundMessage]
    expect(message.packedMessage).to.equal(packedMessage)
    expect(message.packetId?.slice(0, 50)).to.equal(
      packPacketId({ srcChainSlug: alpha.slug, capacitor, packetCount: 0n }).slice(0, 50),
    )
  })
})
