import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Address, createWalletClient, custom, parseEther, type WalletClient, zeroAddress } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { connectPlug, getMinFees, type PlugsError, sendThroughPlug } from "#src/messaging/index.js"
import { cheatingPlugArtifact } from "#test/fixtures/artifacts/CheatingPlug.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

/** As the enum of the contract. */
const tricks = [
  "None",
  "AsksForMost",
  "PaysMost",
  "SendsNothing",
  "SendsElsewhere",
  "LogsOnly",
  "NamesAnotherValue",
  "KeepsSome",
  "KeepsTheMargin",
  "IsNeverContent",
  "SendsOnlyWhenSimulated",
  "CarriesValue",
  "SendsOnlyWithPlenty",
] as const
type Trick = (typeof tricks)[number]

const savings = parseEther("10")

describe("sendThroughPlug, with a plug that cheats about its fee", () => {
  let devnet: Devnet
  let alpha: DevnetChain
  let beta: DevnetChain
  let plug: Address
  let minimum: bigint
  let wallet: WalletClient
  before(async () => {
    devnet = await startDevnet()
    ;({ alpha, beta } = devnet.chains)
    const { publicClient, walletClient, contracts } = alpha
    const owner = walletClient.account.address
    const elsewhere = await deploy(alpha, cheatingPlugArtifact, [contracts.socket, owner, zeroAddress])
    plug = await deploy(alpha, cheatingPlugArtifact, [contracts.socket, owner, elsewhere])
    const sibling = { siblingChainSlug: beta.slug, sibling: plug, switchboard: contracts.switchboard }
    await connectPlug(publicClient, walletClient, { plug, ...sibling })
    const subject = { socket: contracts.socket, plug, dstChainSlug: beta.slug }
    minimum = await getMinFees(publicClient, { ...subject, minMsgGasLimit: 100_000n, payloadSize: 32 })
  })
  after(() => devnet.stop())

  beforeEach(async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    wallet = createWalletClient({ account, chain: alpha.publicClient.chain, transport: custom(alpha.provider) })
    await alpha.testClient.setBalance({ address: account.address, value: savings })
  })

  const send = (trick: Trick, more: object = {}) =>
    sendThroughPlug(alpha.publicClient, wallet, {
      socket: alpha.contracts.socket,
      plug,
      signature: "send(uint32,uint8)",
      args: [beta.slug, tricks.indexOf(trick)],
      ...more,
    })

  /** The error of a send that has cost nothing. */
  async function refusal(trick: Trick, more: object = {}): Promise<PlugsError> {
    const error = await failure(send(trick, more))
    expect(await alpha.publicClient.getBalance({ address: wallet.account!.address }), trick).to.equal(savings)
    return error
  }

  deepIt("sends if the plug does not cheat", async () => {
    const { fee, messages } = await send("None")
    expect(fee).to.equal(minimum)
    expect(messages).to.have.length(1)
  })

  it("refuses a fee that is a share of the balance, kept or paid, and says both numbers", async () => {
    const asked = (savings * 8n) / 10n
    for (const trick of ["AsksForMost", "PaysMost"] as const) {
      const error = await refusal(trick, { marginPercent: 0 })
      expect(error).to.include({ code: "FEE_TOO_HIGH", attached: asked, maxFee: 2n * minimum })
      expect(error.message)
        .to.contain(String(asked))
        .and.to.contain(String(2n * minimum))
    }
    // With its margin the fee is more than the account owns, which is no reason to fund it.
    const tooMuch = await refusal("AsksForMost", { marginPercent: 50 })
    expect(tooMuch).to.include({ code: "INSUFFICIENT_BALANCE" })
    expect(await refusal("AsksForMost", { marginPercent: 50, maxFee: 1n })).to.include({ code: "FEE_TOO_HIGH" })
  })

  it("pays more than the default only if the caller says how much", async () => {
    const asked = (savings * 8n) / 10n
    const limited = { marginPercent: 0, maxFee: asked - 1n }
    expect(await refusal("PaysMost", limited)).to.include({ code: "FEE_TOO_HIGH", attached: asked, maxFee: asked - 1n })
    expect(await send("PaysMost", { marginPercent: 0, maxFee: asked })).to.include({ fee: asked, attached: asked })
  })

  it("refuses a fee for native value that the message carries to the plug's sibling", async () => {
    const error = await refusal("CarriesValue")
    expect(error).to.include({ code: "FEE_TOO_HIGH", maxFee: 2n * minimum })
    expect((await send("CarriesValue", { marginPercent: 0, maxFee: parseEther("3") })).fee > minimum).to.equal(true)
  })

  it("refuses a fee of which most is set by a switchboard of the plug's own, although the socket charges it", async () => {
    const { publicClient, walletClient, contracts } = alpha
    const half = (savings * 4n) / 10n
    for (const fees of [
      [2n * half, 0n],
      [0n, 2n * half],
      [half, half],
    ]) {
      const args = [contracts.socket, walletClient.account.address, zeroAddress]
      const own = await deploy(alpha, cheatingPlugArtifact, args)
      const hash = await walletClient.writeContract({
        address: own,
        abi: cheatingPlugArtifact.abi,
        functionName: "chargeAsSwitchboard",
        args: [beta.slug, plug, fees[0]!, fees[1]!],
      })
      await publicClient.waitForTransactionReceipt({ hash })
      const error = await refusal("None", { plug: own, marginPercent: 0 })
      expect(error, String(fees)).to.include({ code: "FEE_TOO_HIGH" })
      expect(error)
        .to.have.property("maxFee")
        .that.satisfies((limit: bigint) => limit <= 4n * minimum)
    }
  })

  it("refuses a fee for no message, for another socket's, and for one that is only logged", async () => {
    for (const trick of ["SendsNothing", "SendsElsewhere", "LogsOnly"] as const) {
      expect(await refusal(trick), trick).to.include({ code: "NO_MESSAGE" })
      expect(await refusal(trick, { maxFee: savings }), trick).to.include({ code: "NO_MESSAGE" })
    }
  })

  it("refuses a fee for a message that is not sent with the gas of the transaction, and pays it with more", async () => {
    const error = await refusal("SendsOnlyWithPlenty")
    expect(error).to.include({ code: "GAS_TOO_LOW_FOR_MESSAGES" })
    expect(error.facts).to.include({ messages: "0 of 1" })
    const { fee, messages } = await send("SendsOnlyWithPlenty", { gas: 2_000_000n })
    expect([fee, messages.length]).to.deep.equal([minimum, 1])
  })

  it("refuses a fee of which the plug keeps a part, also within the limit", async () => {
    expect(await refusal("KeepsSome", { marginPercent: 0 })).to.include({ code: "FEE_KEPT" })
    expect(await refusal("KeepsTheMargin")).to.include({ code: "FEE_KEPT" })
    expect(await refusal("AsksForMost", { marginPercent: 0, maxFee: savings })).to.include({ code: "FEE_KEPT" })
    expect(await send("KeepsTheMargin", { marginPercent: 0 })).to.include({ attached: minimum })
  })

  it("attaches what a function takes for its own use if the caller passes it as value", async () => {
    const value = minimum - minimum / 2n
    expect(await send("KeepsSome", { marginPercent: 0, value })).to.include({ value, attached: minimum + minimum / 2n })
  })

  it("refuses a fee for another value than was attached", async () => {
    const error = await refusal("NamesAnotherValue")
    expect(error).to.include({ code: "FEE_NOT_CREDIBLE" })
    expect(error.facts).to.include({ attached: "0 (0 wei)", provided: "0.000000000000000001 (1 wei)" })
  })

  it("refuses a plug that asks for more with every simulation", async () => {
    expect(await refusal("IsNeverContent")).to.include({ code: "CALL_REVERTED" })
  })

  it("refuses a plug that names a socket of its own", async () => {
    const { walletClient, contracts } = alpha
    const own = await deploy(alpha, cheatingPlugArtifact, [plug, walletClient.account.address, contracts.socket])
    const error = await refusal("None", { plug: own })
    expect(error).to.include({ code: "WRONG_SOCKET" })
    expect(Object.values(error.facts)).to.include.members([contracts.socket, plug])
  })

  it("pays a socket that only the plug vouches for no more than a small amount", async () => {
    const { walletClient, contracts } = alpha
    const own = await deploy(alpha, cheatingPlugArtifact, [plug, walletClient.account.address, contracts.socket])
    const unknown = { plug: own, socket: undefined, marginPercent: 0 }
    const asked = { attached: parseEther("1"), maxFee: parseEther("0.01") }
    expect(await refusal("None", unknown)).to.include({ code: "FEE_TOO_HIGH", ...asked })
    expect(await send("None", { ...unknown, maxFee: parseEther("1") })).to.include({ fee: parseEther("1") })
    expect(await send("None", { socket: undefined })).to.include({ fee: minimum })
  })

  it("loses no more than was attached to a plug that sends only when it is simulated, and shows it", async () => {
    const { hash, fee, attached, messages } = await send("SendsOnlyWhenSimulated")
    expect(messages).to.deep.equal([])
    expect(fee).to.equal(0n)
    expect(attached <= 2n * minimum).to.equal(true)
    const { gasUsed, effectiveGasPrice } = await alpha.publicClient.getTransactionReceipt({ hash })
    const left = await alpha.publicClient.getBalance({ address: wallet.account!.address })
    expect(left).to.equal(savings - attached - gasUsed * effectiveGasPrice)
  })

  it("counts the margin, which the caller chose, to what is attached", async () => {
    expect(await refusal("None", { marginPercent: 101 })).to.include({ code: "FEE_TOO_HIGH" })
    expect(await send("None", { marginPercent: 100 })).to.include({ attached: 2n * minimum })
    expect(await send("None", { marginPercent: 101, maxFee: 3n * minimum })).to.include({ fee: minimum })
  })
})
