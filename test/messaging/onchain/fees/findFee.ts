import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  zeroHash,
} from "viem"
import { parseAccount } from "viem/utils"

import { protocolErrorsAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { findFee, type UnpaidCall } from "#src/messaging/onchain/fees/findFee.js"
import { account, createFakeChain, type FakeChainOptions, revert } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { counterAbi, fakeSocket } from "#test/fixtures/worlds/messaging/fakePlug.js"

const call = { abi: counterAbi, address: srcPlug, functionName: "add", args: [41002, 5n] } as const
const data = encodeFunctionData(call)

const unpaid = (value: bigint): UnpaidCall => ({
  ...{ call: { ...call, value }, account: parseAccount(account), socket, data },
  explainRevert: (error) => error,
})

type Played = {
  /** The plug reverts with less. */
  least: bigint
  /** The plug reverts with more. */
  most?: bigint
  /** What a message costs by the socket. */
  minimum?: bigint
  messages?: number
  /** What the plug gives back of a value. */
  refund?: (value: bigint) => bigint
}

/** A chain whose traces show what a call logs, but not the calls that it makes. */
function chainWith(
  { least, most = 10n ** 30n, minimum = least, messages = 1, refund }: Played,
  options: FakeChainOptions = {},
) {
  return createFakeChain({
    contracts: {
      [socket]: fakeSocket(minimum),
      [srcPlug]: {
        abi: counterAbi,
        answer({ value }) {
          if (value < least || value > most) throw revert(protocolErrorsAbi, "InsufficientFees")
          return undefined
        },
        effectsOf: ({ value }) => ({
          logs: Array.from({ length: messages }, (_, index) => outboundLogs(index + 1)).flat(),
          refund: refund?.(value) ?? 0n,
        }),
      },
    },
    ...options,
  })
}

const find = (played: Played, { ownValue = 0n, ...options }: FakeChainOptions & { ownValue?: bigint } = {}) =>
  findFee(chainWith(played, options).client, unpaid(ownValue))

describe("findFee", () => {
  it("takes what the call costs if that is more, and the plug gives back the rest", async () => {
    const found = await find({ least: 1_500n, minimum: 1_000n, refund: (value) => value - 1_500n })
    expect(found).to.deep.equal({ fee: 1_500n, isExact: false })
    // Beside what the function has for its own use.
    const own = { least: 2_000n, minimum: 1_000n, refund: (value: bigint) => value - 2_000n }
    expect(await find(own, { ownValue: 500n })).to.deep.equal({ fee: 1_500n, isExact: false })
  })

  it("finds nothing that the call does not accept, and nothing in a call without messages", async () => {
    expect(await find({ least: 1_500n, minimum: 1_000n })).to.equal(undefined)
    expect(await find({ least: 1_000n, messages: 0 })).to.equal(undefined)
    expect(await find({ least: 1_000n, messages: 0, refund: (value) => value - 1_000n })).to.equal(undefined)
    expect(await find({ least: 1_000n, most: 2_000n })).to.equal(undefined)
    expect(await find({ least: 10n ** 30n })).to.equal(undefined)
  })

  it("tries no more than nine tenths of what the account has beside the call's own value, nor more than a fee can be", async () => {
    const mostTried = async (balance: bigint, ownValue: bigint) => {
      const chain = chainWith({ least: 1n }, { balance })
      await findFee(chain.client, unpaid(ownValue))
      return chain.calls.map(({ value }) => value).reduce((a, b) => (a > b ? a : b), 0n)
    }
    expect(await mostTried(1_100n, 100n)).to.equal(100n + 900n)
    expect(await mostTried(10n ** 40n, 7n)).to.equal(7n + 2n ** 96n)
    // The account has 810 wei for it.
    const of = (played: Played) => find(played, { balance: 900n })
    expect(await of({ least: 810n, most: 810n })).to.deep.equal({ fee: 810n, isExact: false })
    expect(await of({ least: 0n, minimum: 811n })).to.deep.equal({ fee: 811n, isExact: false })
    expect(await of({ least: 0n, minimum: 0n, refund: (value) => value })).to.equal(undefined)
    expect(await find({ least: 0n, minimum: 5n }, { balance: 0n })).to.equal(undefined)
    expect(await find({ least: 1n }, { balance: 2n })).to.deep.equal({ fee: 1n, isExact: false })
  })

  it("reports a node that does not answer", async () => {
    const broken = { eth_getBalance: Object.assign(new Error("down"), { code: -32_000 }) }
    expect(await rejection(find({ least: 1_000n }, { broken }))).to.include({ code: "NODE_FAILED" })
  })
})

describe("findFee, by what a call tries", () => {
  const outbound = (gasLimit: bigint, payload: Hex = "0x1234") =>
    encodeFunctionData({
      abi: socketAbi,
      functionName: "outbound",
      args: [41_002, gasLimit, zeroHash, zeroHash, payload],
    })
  const getMinFees = (gasLimit: bigint, payloadSize = 2n) => {
    const args = [gasLimit, payloadSize, zeroHash, zeroHash, 41_002, srcPlug] as const
    return encodeFunctionData({ abi: socketAbi, functionName: "getMinFees", args })
  }
  const tried = (input: Hex, to: Address = socket) => ({ type: "CALL", from: srcPlug, to, input })

  /** The prices that were asked for, and the fee, of a plug that makes these calls with a value. A message costs its gas and its bytes. */
  async function find(callsWith: (value: bigint) => readonly object[], accepts: (value: bigint) => boolean) {
    const priced: unknown[] = []
    const { client } = fakeNode({
      eth_getBalance: () => numberToHex(10n ** 18n),
      eth_call([{ data: asked }]: [{ data: Hex }]) {
        const { args } = decodeFunctionData({ abi: socketAbi, data: asked })
        const [gasLimit, size, , , slug, plug] = args as readonly [bigint, bigint, Hex, Hex, number, Address]
        expect([slug, plug]).to.deep.equal([41_002, srcPlug])
        priced.push([gasLimit, size].map(Number))
        return encodeFunctionResult({ abi: socketAbi, functionName: "getMinFees", result: gasLimit + size })
      },
      debug_traceCall([{ value }]: [{ value: Hex }]) {
        const paid = BigInt(value)
        const calls = callsWith(paid)
        const top = { type: "CALL", from: account, to: srcPlug, value, calls }
        return accepts(paid) ? top : { ...top, error: "execution reverted", output: "0x" }
      },
    })
    return { found: await findFee(client, unpaid(0n)), priced }
  }

  it("takes the price of the messages that the call hands to the socket, and of nothing else", async () => {
    const calls = [
      tried(getMinFees(900n)),
      ...[
        tried(outbound(98n)),
        tried(outbound(50n), srcPlug),
        tried("0x12345678"),
        { ...tried(outbound(7n)), to: undefined },
      ],
      tried(encodeFunctionData({ abi: socketAbi, functionName: "chainSlug" })),
      tried(outbound(198n, "0x123456")),
    ]
    const { found, priced } = await find(
      () => calls,
      (value) => value >= 301n,
    )
    expect(found).to.deep.equal({ fee: 301n, isExact: false })
    expect(priced).to.deep.equal([
      [98, 2],
      [198, 3],
    ])
  })

  it("takes the prices that the call asks for where it sends nothing yet, each once", async () => {
    const calls = [tried(getMinFees(98n)), tried(getMinFees(98n)), tried(getMinFees(198n, 3n))]
    const { found, priced } = await find(
      () => calls,
      (value) => value >= 301n,
    )
    expect(found).to.deep.equal({ fee: 301n, isExact: false })
    expect(priced).to.have.length(2)
    const exact = await find(
      () => calls,
      (value) => value === 301n,
    )
    expect(exact.found).to.deep.equal({ fee: 301n, isExact: true })
    // It takes a wei more.
    const narrow = await find(
      () => calls,
      (value) => value === 301n || value === 302n,
    )
    expect(narrow.found).to.deep.equal({ fee: 301n, isExact: false })
  })

  it("pays for one message after the other where each is sent only once the one before is paid for", async () => {
    const sends = (value: bigint) =>
      Array.from({ length: Math.min(3, Number(value / 100n) + 1) }, () => tried(outbound(98n)))
    expect((await find(sends, (value) => value >= 300n)).found).to.deep.equal({ fee: 300n, isExact: false })
    // It goes on for ever, or no price is enough.
    const endless = (value: bigint) =>
      Array.from({ length: Math.min(40, Number(value / 100n) + 1) }, () => tried(outbound(98n)))
    const { found, priced } = await find(endless, () => false)
    expect(found).to.equal(undefined)
    expect(priced).to.have.length((16 * 17) / 2)
    // It tries no more once it is paid.
    const one = await find(
      () => [tried(outbound(98n))],
      () => false,
    )
    expect(one).to.deep.equal({ found: undefined, priced: [1, 2].map(() => [98, 2]) })
    expect(
      (
        await find(
          () => [],
          () => false,
        )
      ).found,
    ).to.equal(undefined)
  })

  it("is also a price that the account cannot pay", async () => {
    const { found } = await find(
      () => [tried(outbound(10n ** 18n))],
      () => false,
    )
    expect(found).to.deep.equal({ fee: 10n ** 18n + 2n, isExact: false })
    // One that it can just pay is tried.
    const most = await find(
      () => [tried(outbound(9n * 10n ** 17n - 2n))],
      () => false,
    )
    expect(most.found).to.equal(undefined)
  })
})
