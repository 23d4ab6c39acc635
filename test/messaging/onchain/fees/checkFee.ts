import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData } from "viem"
import { parseAccount } from "viem/utils"

import { checkFee } from "#src/messaging/onchain/fees/prepareSend.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { account, createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { counterAbi, fakeSocket } from "#test/fixtures/worlds/messaging/fakePlug.js"

const call = { abi: counterAbi, address: srcPlug, functionName: "add", args: [41002, 5n] } as const
const data = encodeFunctionData(call)
/** What a message pays to the socket, by its log. */
const fee = 6n

type Played = {
  readonly messages?: number
  /** What the plug gives back of all that it gets. */
  readonly refund?: bigint
  /** What a message costs by the socket. */
  readonly price?: bigint
  readonly ownValue?: bigint
  readonly canTrace?: boolean
  readonly reverts?: boolean
}
type Asked = Partial<Parameters<typeof checkFee>[2]>

/** How many messages were found, or the code of the error and its amounts. */
async function check(attached: bigint, played: Played = {}, asked: Asked = {}) {
  const { messages = 1, refund = 0n, price = fee, ownValue = 0n, canTrace = true, reverts = false } = played
  const { client } = createFakeChain({
    canTrace,
    contracts: {
      [socket]: fakeSocket(price),
      [srcPlug]: {
        abi: counterAbi,
        answer() {
          if (reverts) throw revert(counterAbi, "TooMuch", [5n])
        },
        effectsOf: () => ({
          logs: Array.from({ length: messages }, (_, index) => outboundLogs(index + 1, { fee })).flat(),
          refund,
        }),
      },
    },
  })
  const unpaid = {
    ...{ call: { ...call, value: ownValue }, account: parseAccount(account), socket, data },
    explainRevert: (error: unknown) => new Error(`explained ${String(error)}`),
  }
  const how = { fee: attached, attached, maxFee: undefined, isSocketKnown: true, evenWithoutMessage: false, ...asked }
  try {
    return (await checkFee(client, unpaid, how))?.length
  } catch (error) {
    if (!isPlugsError(error)) return String(error)
    const { maxFee } = error as { maxFee?: bigint }
    return maxFee === undefined ? error.code : [error.code, maxFee]
  }
}

describe("checkFee", () => {
  it("lets a fee pass that is for messages, up to twice what they cost", async () => {
    expect(await check(fee)).to.equal(1)
    expect(await check(12n, { refund: 6n })).to.equal(1)
    expect(await check(13n, { refund: 7n })).to.deep.equal(["FEE_TOO_HIGH", 12n])
    expect(await check(24n, { messages: 2, refund: 12n })).to.equal(2)
    expect(await check(25n, { messages: 2, refund: 13n })).to.deep.equal(["FEE_TOO_HIGH", 24n])
    // Who names a limit has checked it before.
    expect(await check(13n, { refund: 7n }, { maxFee: 13n })).to.equal(1)
  })

  it("allows 0.01 of the currency at most where only the plug vouches for the socket", async () => {
    const [most, price] = [10n ** 16n, 10n ** 18n]
    const unknown = (attached: bigint, asked: Asked = {}) =>
      check(attached, { price, refund: attached - fee }, { isSocketKnown: false, ...asked })
    expect(await unknown(most)).to.equal(1)
    expect(await unknown(most + 1n)).to.deep.equal(["FEE_TOO_HIGH", most])
    expect(await unknown(most + 1n, { maxFee: most + 1n })).to.equal(1)
    expect(await unknown(most + 1n, { isSocketKnown: true })).to.equal(1)
    // Less if the messages cost less.
    expect(await check(13n, { refund: 7n }, { isSocketKnown: false })).to.deep.equal(["FEE_TOO_HIGH", 12n])
  })

  it("wants a message, unless none is fine, which then costs nothing", async () => {
    const even = { evenWithoutMessage: true }
    expect(await check(0n, { messages: 0 })).to.equal("NO_MESSAGE")
    expect(await check(0n, { messages: 0 }, even)).to.equal(0)
    expect(await check(0n, { messages: 0, ownValue: 5n }, even)).to.equal(0)
    expect(await check(1n, { messages: 0 }, { ...even, maxFee: 1n })).to.equal("FEE_KEPT")
    expect(await check(0n, { reverts: true })).to.match(/explained 0x/)
  })

  it("believes what it cannot see only with a limit, and that a message is sent only if something is paid", async () => {
    const blind = { canTrace: false }
    expect(await check(5n, blind)).to.equal("FEE_NOT_CHECKED")
    expect(await check(5n, blind, { evenWithoutMessage: true })).to.equal("FEE_NOT_CHECKED")
    expect(await check(5n, blind, { maxFee: 5n })).to.equal(undefined)
    for (const maxFee of [undefined, 5n]) {
      expect(await check(0n, blind, { maxFee })).to.equal("MESSAGE_NOT_CHECKED")
      expect(await check(0n, blind, { maxFee, evenWithoutMessage: true })).to.equal(undefined)
    }
  })
})
