import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, createWalletClient, custom, type PrivateKeyAccount, publicActions } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import {
  checkConnection,
  type CheckConnectionReturnType,
  connectPlug,
  createMessagingClient,
  getMinFees,
  type OutboundMessage,
  sendThroughPlug,
  waitForMessage,
} from "#src/messaging/index.js"
import { cheatingPlugArtifact } from "#test/fixtures/artifacts/CheatingPlug.js"
import { failure } from "#test/fixtures/failure.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const elsewhere = "0x000000000000000000000000000000000000dEaD"

describe("a script that connects two plugs and sends", () => {
  let devnet: Devnet
  let alpha: DevnetChain
  let beta: DevnetChain
  let here: Address
  let there: Address
  before(async () => {
    devnet = await startDevnet()
    ;({ alpha, beta } = devnet.chains)
    here = await deployCounter(alpha)
    there = await deployCounter(beta)
  })
  after(() => devnet.stop())

  const deployCounter = (chain: DevnetChain) =>
    deploy(chain, counterArtifact, [chain.contracts.socket, chain.walletClient.account.address])
  const side = ({ publicClient, contracts, slug }: DevnetChain, plug: Address) => ({
    client: publicClient,
    socket: contracts.socket,
    plug,
    slug,
  })
  const connect = ({ publicClient, walletClient, contracts }: DevnetChain, plug: Address, sibling: Address) =>
    connectPlug(publicClient, walletClient, {
      plug,
      siblingChainSlug: walletClient.chain.id === alpha.chainId ? beta.slug : alpha.slug,
      sibling,
      switchboard: contracts.switchboard,
    })
  const found = ({ differences }: CheckConnectionReturnType) =>
    differences.map(({ side: where, about, actual }) => `${where} ${about} ${actual}`)
  const price = (more: object = {}) =>
    getMinFees(alpha.publicClient, {
      socket: alpha.contracts.socket,
      plug: here,
      dstChainSlug: beta.slug,
      minMsgGasLimit: 100_000n,
      payloadSize: 32,
      ...more,
    })
  const throughHere = () => ({ socket: alpha.contracts.socket, plug: here })
  const add = { abi: counterArtifact.abi, functionName: "add", args: [41002, 5n] }

  it("learns at every step what is still missing", async () => {
    const sides = { a: side(alpha, here), b: side(beta, there) }
    const none = "0x0000000000000000000000000000000000000000"
    expect(found(await checkConnection(sides))).to.deep.equal([`a sibling ${none}`, `b sibling ${none}`])
    expect(await failure(price())).to.include({ code: "PLUG_NOT_CONNECTED" })
    const refused = await failure(sendThroughPlug(alpha.publicClient, alpha.walletClient, { ...add, ...throughHere() }))
    expect(refused).to.include({ code: "CALL_REVERTED" })
    expect(refused.message).to.contain("NotConnected").and.to.contain("connectPlug")

    const { hash } = await connect(alpha, here, there)
    expect((await alpha.publicClient.getTransactionReceipt({ hash: hash! })).status).to.equal("success")
    expect(found(await checkConnection(sides))).to.deep.equal([`b sibling ${none}`])

    await connect(beta, there, elsewhere)
    expect(found(await checkConnection(sides))).to.deep.equal([`b sibling ${elsewhere}`])

    await connect(beta, there, here)
    expect((await checkConnection(sides)).agrees).to.equal(true)
    expect(await connect(beta, there, here), "again costs nothing").to.deep.equal({ hash: undefined })
  })

  it("learns from the sockets' logs that the two sides use switchboards that do not know each other", async () => {
    const stranger = await deploy(beta, cheatingPlugArtifact, [
      beta.contracts.socket,
      beta.walletClient.account.address,
      elsewhere,
    ])
    const register = { address: stranger, abi: cheatingPlugArtifact.abi, functionName: "chargeAsSwitchboard" } as const
    const hash = await beta.walletClient.writeContract({ ...register, args: [alpha.slug, here, 0n, 0n] as const })
    await beta.publicClient.waitForTransactionReceipt({ hash })
    const [onAlpha, onBeta] = [await deployCounter(alpha), await deployCounter(beta)]
    await connect(alpha, onAlpha, onBeta)
    const { publicClient, walletClient } = beta
    const connection = { siblingChainSlug: alpha.slug, sibling: onAlpha, switchboard: stranger }
    await connectPlug(publicClient, walletClient, { plug: onBeta, ...connection })
    const check = await checkConnection({ a: side(alpha, onAlpha), b: side(beta, onBeta) })
    expect(check).to.deep.include({ agrees: false, notChecked: [] })
    const none = "0x0000000000000000000000000000000000000000"
    expect(found(check)).to.deep.equal([`a switchboard ${beta.contracts.switchboard}`, `b switchboard ${none}`])
    expect(check.differences[0]?.says).to.contain(`fast switchboard ${alpha.contracts.switchboard}`)
  })

  it("learns that a socket belongs to another chain", async () => {
    const b = { ...side(beta, there), client: alpha.publicClient }
    const check = await checkConnection({ a: side(alpha, here), b })
    expect(found(check)).to.include(`b slug ${alpha.slug}`)
  })

  it("learns if a switchboard has no path, and if somebody else owns the plug", async () => {
    const { publicClient, walletClient, contracts, accounts } = alpha
    const parameters = { plug: here, siblingChainSlug: beta.slug, sibling: elsewhere } as const
    const noPath = await failure(connectPlug(publicClient, walletClient, { ...parameters, switchboard: elsewhere }))
    expect(noPath.message).to.contain("InvalidConnection")

    const stranger = createWalletClient({ ...walletClient, account: accounts[1]!, transport: custom(alpha.provider) })
    const switchboard = contracts.switchboard
    const notOwner = await failure(connectPlug(publicClient, stranger, { ...parameters, switchboard }))
    expect(notOwner.message).to.contain("OwnableUnauthorizedAccount")
  })

  it("learns if there is no socket or plug at an address", async () => {
    for (const socket of [elsewhere, here] as const) {
      expect(await failure(price({ socket })), socket).to.include({ code: "WRONG_CONTRACT" })
    }
    for (const plug of [elsewhere, alpha.contracts.socket] as const) {
      const error = await failure(
        sendThroughPlug(alpha.publicClient, alpha.walletClient, { ...add, ...throughHere(), plug }),
      )
      expect(error, plug).to.include({ code: "WRONG_CONTRACT" })
    }
  })

  it("gets the same price from the API as from the socket", async () => {
    const client = createMessagingClient(devnet.messaging)
    for (const [gas, bytes] of [
      [100_000n, 32],
      [2_000_000n, 0],
      [0n, 5_000],
    ] as const) {
      const estimate = await client.estimateMinFees({
        srcPlug: here,
        srcChainSlug: alpha.slug,
        dstChainSlug: beta.slug,
        msgGasLimit: gas,
        payloadLength: bytes,
      })
      expect(estimate).to.equal(await price({ minMsgGasLimit: gas, payloadSize: bytes }))
      expect(estimate > 0n).to.equal(true)
    }
  })

  it("learns from the socket why a payload has no price", async () => {
    const error = await failure(price({ payloadSize: 5_001 }))
    expect(error).to.include({ code: "CALL_REVERTED" })
    expect(error.message).to.contain("PayloadTooLarge")
  })

  it("sends with the fee attached, is refunded the rest, and sees the message arrive", async () => {
    const { publicClient, walletClient, slug } = alpha
    const { hash, fee, attached, messages } = await sendThroughPlug(publicClient, walletClient, {
      ...add,
      ...throughHere(),
    })
    expect(fee).to.equal(await price())
    expect(attached).to.equal(fee + (fee + 9n) / 10n)
    const { from, gasUsed, effectiveGasPrice, blockNumber } = await publicClient.getTransactionReceipt({ hash })
    const [before, afterwards] = await Promise.all(
      [blockNumber - 1n, blockNumber].map((at) => publicClient.getBalance({ address: from, blockNumber: at })),
    )
    expect(before! - afterwards! - gasUsed * effectiveGasPrice, "the margin came back").to.equal(fee)

    const [{ messageId, payload }] = messages as [OutboundMessage]
    const client = createMessagingClient(devnet.messaging)
    const message = await waitForMessage(client, { srcChainSlug: slug, srcTxHash: hash, minInterval: 5 })
    expect(message).to.include({ messageId, status: "EXECUTION_SUCCESS" })
    expect(BigInt(payload)).to.equal(5n)
  })

  it("attaches the fee of all messages of a call, and does not make a call without messages", async () => {
    const { publicClient, walletClient } = alpha
    const addMany = (amounts: bigint[]) =>
      sendThroughPlug(publicClient, walletClient, {
        ...throughHere(),
        signature: "addMany(uint32,uint256[])",
        args: [beta.slug, amounts],
      })
    const three = await addMany([1n, 2n, 3n])
    expect(three.messages).to.have.length(3)
    expect(three.fee).to.equal(3n * (await price()))

    expect(await failure(addMany([]))).to.include({ code: "NO_MESSAGE" })
  })

  it("sends nothing if the account is one wei short, gas not counted", async () => {
    const account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())
    const wallet = createWalletClient({ account, chain: alpha.publicClient.chain, transport: custom(alpha.provider) })
    const fee = await price()
    const send = (balance: bigint) =>
      alpha.testClient
        .setBalance({ address: account.address, value: balance })
        .then(() => sendThroughPlug(alpha.publicClient, wallet, { ...add, ...throughHere(), marginPercent: 0 }))
    expect(await failure(send(fee - 1n))).to.include({ code: "INSUFFICIENT_BALANCE" })
    expect(await wallet.extend(publicActions).getTransactionCount(account)).to.equal(0)

    const error = await failure(send(fee))
    expect(error, "the fee alone does not pay for gas").to.include({ code: "NOT_SUBMITTED" })
    const { messages } = await send(fee + 10n ** 16n)
    expect(messages).to.have.length(1)
  })
})
