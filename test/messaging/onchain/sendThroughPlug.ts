import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"
import { encodeFunctionData } from "viem/utils"

import { protocolErrorsAbi } from "#src/messaging/onchain/abi.js"
import { sendThroughPlug } from "#src/messaging/onchain/sendThroughPlug.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import { NotMinedError, NotSubmittedError, TransactionRevertedError } from "#src/onchain/transactionErrors.js"
import { failure } from "#test/fixtures/failure.js"
import {
  createFakeChain,
  type FakeChain,
  type FakeChainOptions,
  type FakeContract,
  revert,
} from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { counterAbi, fakePlug, fakeSocket } from "#test/fixtures/worlds/messaging/fakePlug.js"

const add = { socket, plug: srcPlug, abi: counterAbi, functionName: "add", args: [41002, 5n] }
const mined = { status: "0x1" as const, logs: [1, 2].flatMap((count) => outboundLogs(count)) }

function chainWith(plug: Parameters<typeof fakePlug>[0], options: FakeChainOptions = {}): FakeChain {
  const contracts = { [srcPlug]: fakePlug(plug), [socket]: fakeSocket(plug?.fees?.[0] ?? 0n) }
  return createFakeChain({ contracts, receipt: mined, ...options })
}

describe("sendThroughPlug", () => {
  it("rounds the margin up, and attaches only the fee if the margin is zero", async () => {
    for (const [marginPercent, value] of [
      [0, 101n],
      [1, 103n],
      [0.5, 102n],
      [100, 202n],
      [1_000, 1_111n],
    ] as const) {
      const { client } = chainWith({ fees: [101n] })
      const sending = sendThroughPlug(client, client, { ...add, marginPercent, maxFee: 1_111n })
      expect((await sending).attached).to.equal(value)
    }
  })

  it("attaches the fee in addition to the function's own value", async () => {
    const { client, sent, calls } = chainWith({ fees: [1_000n], reserved: 50_000n })
    const { value, attached } = await sendThroughPlug(client, client, { ...add, value: 50_000n })
    expect({ value, attached }).to.deep.equal({ value: 50_000n, attached: 51_100n })
    expect(sent[0]?.value).to.equal(51_100n)
    expect(calls.filter(({ functionName }) => functionName === "add")[0]?.value).to.equal(50_000n)
  })

  it("accepts a signature instead of an ABI", async () => {
    const { client, sent } = chainWith({ fees: [1n] })
    await sendThroughPlug(client, client, {
      socket,
      plug: srcPlug,
      signature: "add(uint32,uint256)",
      args: [41002, 5n],
    })
    expect(sent[0]?.data).to.equal(encodeFunctionData({ abi: counterAbi, functionName: "add", args: [41002, 5n] }))
  })

  it("sends without a look at the messages if the node cannot show them but the fee is limited", async () => {
    const { client, sent } = chainWith({ fees: [1_000n] }, { canTrace: false })
    expect(await sendThroughPlug(client, client, { ...add, maxFee: 1_100n })).to.include({ attached: 1_100n })
    expect(sent).to.have.length(1)
  })

  it("sends nothing where fewer messages are sent with the gas of the transaction than with more", async () => {
    // The node estimates 100,000, and a fifth is added.
    const { client, sent } = chainWith({ fees: [1_000n], plenty: 120_001n })
    const error = await failure(sendThroughPlug(client, client, add))
    expect(error).to.deep.include({
      code: "GAS_TOO_LOW_FOR_MESSAGES",
      facts: { plug: srcPlug, gas: "120000", messages: "0 of 1" },
    })
    expect(sent).to.deep.equal([])
    await sendThroughPlug(client, client, { ...add, gas: 120_001n })
    const enough = chainWith({ fees: [1_000n], plenty: 120_000n })
    await sendThroughPlug(enough.client, enough.client, add)
    expect([sent.length, enough.sent.length]).to.deep.equal([1, 1])
  })

  it("sends a call that shows no message only if the caller says so", async () => {
    const { client, sent } = chainWith({}, { canTrace: false })
    const error = await rejection(sendThroughPlug(client, client, { ...add, maxFee: 5n }))
    expect(error).to.include({ code: "MESSAGE_NOT_CHECKED" })
    expect(sent).to.deep.equal([])
    const even = { ...add, evenWithoutMessage: true }
    expect(await sendThroughPlug(client, client, even)).to.include({ attached: 0n })
    expect(sent).to.have.length(1)
  })

  it("returns only messages of the plug's own socket", async () => {
    const logs = [...outboundLogs(1), ...outboundLogs(2, { emitter: dstPlug })]
    const { client } = chainWith({}, { receipt: { status: "0x1", logs } })
    expect((await sendThroughPlug(client, client, add)).messages.map((message) => message.socket)).to.deep.equal([
      socket,
    ])
  })

  it("reports the hash before it waits for the receipt", async () => {
    const { client } = chainWith({}, { receipt: null })
    const submitted: string[] = []
    const onSubmitted = (hash: string): void => {
      submitted.push(hash)
    }
    const error = await rejection(sendThroughPlug(client, client, { ...add, onSubmitted, receiptTimeout: 10 }))
    expect(error).to.be.instanceOf(NotMinedError)
    expect(submitted).to.deep.equal([bytes32(0x5e47)])
    expect((error as NotMinedError).hash).to.equal(bytes32(0x5e47))
  })

  it("stops waiting on its signal, and has reported the hash by then", async () => {
    const { client, sent } = chainWith({}, { receipt: null })
    const stop = new AbortController()
    const onSubmitted = (): void => {
      stop.abort()
    }
    const waiting = { ...add, onSubmitted, signal: stop.signal, receiptTimeout: 1_000 }
    const error = await rejection(sendThroughPlug(client, client, waiting))
    expect(error).to.include({ code: "ABORTED" })
    expect(sent).to.have.length(1)
  })

  describe("sends nothing", () => {
    async function failure(chain: FakeChain, parameters: object = {}): Promise<unknown> {
      const error = await rejection(sendThroughPlug(chain.client, chain.client, { ...add, ...parameters }))
      expect(chain.sent).to.deep.equal([])
      return error
    }

    it("if the plug reverts with an error of its own, which is decoded with its ABI", async () => {
      const error = await failure(chainWith({ refuses: revert(counterAbi, "TooMuch", [5n]) }))
      expect(error).to.be.instanceOf(CallRevertedError)
      expect((error as CallRevertedError).revert.reason).to.equal("TooMuch(amount: 5)")
    })

    it("if the fee rises above the margin between the two simulations", async () => {
      const error = await failure(chainWith({ fees: [1_000n, 1_101n] }))
      expect((error as CallRevertedError).revert.args).to.deep.equal([1_101n, 1_100n])
    })

    it("S-13 if the fee with its margin is above twice what the socket charges, or above maxFee", async () => {
      const contracts = { [srcPlug]: fakePlug({ fees: [1_000n] }), [socket]: fakeSocket(549n) }
      const error = await failure(createFakeChain({ contracts, receipt: mined }))
      expect(error).to.include({ code: "FEE_TOO_HIGH", attached: 1_100n, maxFee: 1_098n })
      expect(await failure(chainWith({ fees: [1_000n] }), { maxFee: 1_099n })).to.include({ maxFee: 1_099n })
      const { client, sent } = createFakeChain({ contracts, receipt: mined })
      await sendThroughPlug(client, client, { ...add, maxFee: 1_100n })
      expect(sent).to.have.length(1)
    })

    it("if the plug requires less than the value of the call, instead of attaching less", async () => {
      const contradictory: FakeContract = {
        abi: counterAbi,
        answer({ functionName, value }) {
          if (functionName === "socket") return socket
          if (value > 0n) throw revert(counterAbi, "InsufficientFees", [3n, value])
          return undefined
        },
      }
      const chain = createFakeChain({ contracts: { [srcPlug]: contradictory }, receipt: mined })
      const error = await failure(chain, { value: 5n })
      expect((error as CallRevertedError).revert.args).to.deep.equal([3n, 5n])
    })

    it("if the node cannot show what the call sends, unless the caller says how much it may cost", async () => {
      const error = await failure(chainWith({ fees: [1_000n] }, { canTrace: false }))
      expect(error).to.include({ code: "FEE_NOT_CHECKED" })
      expect((error as Error).message)
        .to.contain("maxFee")
        .and.to.contain("1000 wei")
      const tooLittle = await failure(chainWith({ fees: [1_000n] }, { canTrace: false }), { maxFee: 1_099n })
      expect(tooLittle).to.include({ code: "FEE_TOO_HIGH", attached: 1_100n, maxFee: 1_099n })
    })

    it("if the plug does not report its fee and the node cannot show it, whatever it may cost", async () => {
      const refuses = revert(protocolErrorsAbi, "InsufficientFees")
      for (const maxFee of [undefined, 10n ** 18n]) {
        const error = await failure(chainWith({ refuses }, { canTrace: false }), { maxFee })
        expect(error).to.include({ code: "FEE_NOT_FOUND" })
        expect((error as Error).message).to.contain("getMinFees")
      }
    })

    it("if the account owns less than it costs", async () => {
      const { client, sent } = chainWith({ fees: [1_000n] }, { balance: 1_099n })
      const error = await rejection(sendThroughPlug(client, client, add))
      expect(error).to.include({ code: "INSUFFICIENT_BALANCE" })
      expect(sent).to.deep.equal([])
      expect(await failure(chainWith({}, { balance: 1n }), { value: 2n })).to.include({ code: "INSUFFICIENT_BALANCE" })
    })

    it("if fee and value are above the budget, whatever the account owns, and not to the wei", async () => {
      const poor = chainWith({ fees: [1_000n], reserved: 500n }, { balance: 500n })
      expect(await failure(poor, { value: 500n, budget: 1_599n })).to.include({ code: "BUDGET_EXCEEDED" })
      expect(await failure(poor, { value: 500n, budget: 1_600n })).to.include({ code: "INSUFFICIENT_BALANCE" })
    })

    it("if the gas exceeds what the budget leaves for it, to the wei, or who is told of it refuses", async () => {
      const { client, sent } = chainWith({ fees: [1_000n] })
      let gas = 0n
      await sendThroughPlug(client, client, { ...add, onGas: ({ cost }) => (gas = cost) })
      await sendThroughPlug(client, client, { ...add, budget: 1_100n + gas })
      expect(sent).to.have.length(2)
      const short = { budget: 1_100n + gas - 1n }
      expect(await failure(chainWith({ fees: [1_000n] }), short)).to.include({ code: "BUDGET_EXCEEDED" })
      const refusal = new Error("too dear")
      const onGas = async (): Promise<void> => {
        await Promise.resolve()
        throw refusal
      }
      expect(await failure(chainWith({ fees: [1_000n] }), { onGas })).to.equal(refusal)
    })

    it("if only the plug vouches for a socket that charges more than 0.01, unless the caller allows it", async () => {
      const fee = 2n * 10n ** 16n
      const unknown = { socket: undefined, marginPercent: 0 }
      const error = await failure(chainWith({ fees: [fee] }), unknown)
      expect(error).to.include({ code: "FEE_TOO_HIGH", attached: fee, maxFee: 10n ** 16n })
      const allowed = chainWith({ fees: [fee] })
      await sendThroughPlug(allowed.client, allowed.client, { ...add, ...unknown, maxFee: fee })
      const known = chainWith({ fees: [fee] })
      await sendThroughPlug(known.client, known.client, { ...add, marginPercent: 0 })
      expect([allowed.sent.length, known.sent.length]).to.deep.equal([1, 1])
    })

    it("if the plug reverts with an error that only an ABI of the caller knows", async () => {
      const errorAbi = parseAbi(["error Paused(uint256 until)"])
      const refuses = revert(errorAbi, "Paused", [7n])
      const error = await failure(chainWith({ refuses }), { errorAbis: [errorAbi] })
      expect((error as CallRevertedError).revert.reason).to.equal("Paused(until: 7)")
    })

    it("if its preflight refuses the messages that the call would send, which it is given and waited for", async () => {
      const seen: unknown[] = []
      const refusal = new Error("not now")
      const preflight = async (messages: unknown): Promise<void> => {
        await Promise.resolve()
        seen.push(messages)
        throw refusal
      }
      expect(await failure(chainWith({ fees: [1_000n] }), { preflight })).to.equal(refusal)
      expect(
        (seen as { messageId: string }[][]).map((messages) => messages.map(({ messageId }) => messageId)),
      ).to.deep.equal([[bytes32(1)]])
    })

    it("if an argument is invalid, and names it", async () => {
      const bad = [
        ["plug", { plug: "0x12" }],
        ["socket", { socket: "0x12" }],
        ["maxFee", { maxFee: -1n }],
        ["maxFee", { maxFee: 0.5 }],
        ["value", { value: -1n }],
        ["marginPercent", { marginPercent: -1 }],
        ["marginPercent", { marginPercent: 1_000.1 }],
        ["marginPercent", { marginPercent: Number.NaN }],
        ["functionName", { functionName: "subtract" }],
        ["functionName", { functionName: "minFees" }],
        ["signature", { abi: undefined, functionName: undefined, signature: "add(uint32" }],
        ["args", { args: [41002] }],
        ["args", { args: [2 ** 32, 5n] }],
        ["receiptTimeout", { receiptTimeout: Number.NaN }],
      ] as const
      for (const [argument, parameters] of bad) {
        expect(await failure(chainWith({}), parameters), argument).to.include({ code: "INVALID_INPUT", argument })
      }
    })

    it("if its signal was aborted before the transaction was submitted", async () => {
      expect(await failure(chainWith({}), { signal: AbortSignal.abort() })).to.include({ code: "ABORTED" })
    })

    it("if the wallet client has no account", async () => {
      const { client, sent } = chainWith({})
      const { client: wallet } = fakeNode(() => new Error("requested"))
      const error = await rejection(sendThroughPlug(client, wallet, add))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "walletClient" })
      expect(sent).to.deep.equal([])
    })
  })

  it("reports that the node does not accept the transaction", async () => {
    const broken = { eth_sendTransaction: Object.assign(new Error("nonce too low"), { code: -32_000 }) }
    const { client } = chainWith({}, { broken })
    const error = await rejection(sendThroughPlug(client, client, add))
    expect(error).to.be.instanceOf(NotSubmittedError)
    expect((error as NotSubmittedError).facts["reason"]).to.contain("nonce too low")
  })

  it("reports the hash if the transaction reverts although its simulation succeeded", async () => {
    const { client } = chainWith({ fees: [1n, 1n, 1n, 5n] }, { receipt: { status: "0x0", logs: [] } })
    const error = await rejection(sendThroughPlug(client, client, add))
    expect(error).to.be.instanceOf(TransactionRevertedError)
    expect((error as TransactionRevertedError).facts).to.include({
      transaction: bytes32(0x5e47),
      reason: "InsufficientFees(required: 5, provided: 2)",
    })
  })
})
