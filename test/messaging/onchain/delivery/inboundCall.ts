import { expect } from "chai"
import { describe, it } from "mocha"
import { concat, decodeFunctionData, type Hex, keccak256, numberToHex, pad, recoverMessageAddress } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { executorRole } from "#src/messaging/onchain/delivery/executors.js"
import {
  estimateInbound,
  inboundCall,
  isGasAboveCap,
  tryInbound,
  valueIn,
} from "#src/messaging/onchain/delivery/inboundCall.js"
import { gasOfExecution, tryExecution } from "#src/messaging/onchain/delivery/tryExecution.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { another, inbound } from "#test/fixtures/wire/messageFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

/** Execution parameters of a type, with a value. */
const params = (type: bigint, value: bigint) => pad(numberToHex((type << 248n) | value), { size: 32 })

describe("the call that delivers a message", () => {
  it("carries the value that its parameters promise, of any type but none", () => {
    const most = 2n ** 248n - 1n
    expect([params(0n, most), params(1n, 7n), params(255n, most), params(2n, 0n)].map(valueIn)).to.deep.equal([
      ...[0n, 7n, most, 0n],
    ])
    expect(["0x", "0x01", `${params(1n, 7n)}00`].map((text) => valueIn(text as never))).to.deep.equal([0n, 0n, 0n])
  })

  it("is tried with the value and the price of its gas in the balance of the socket, and an ether more", async () => {
    const asked: unknown[][] = []
    const client = { request: ({ params: given }: { params: unknown[] }) => Promise.resolve((asked.push(given), "0x")) }
    const parts = { srcChainSlug: 1, dstPlug: another, payload: "0x12" } as const
    const attempt = async (value: bigint, options: object) => {
      const call = inboundCall(inbound, { ...parts, executionParams: params(1n, value) })
      await tryInbound(client as never, call, { inboundGas: 1_000n, ...options })
      const [sent, block, overrides] = asked.at(-1) as [
        Record<string, string>,
        string,
        Record<string, { balance: string }>?,
      ]
      return { ...sent, block, balance: overrides && BigInt(overrides[inbound]!.balance) - 10n ** 18n }
    }
    const plain = await attempt(0n, {})
    expect([plain.balance, plain.block, "value" in plain, "gasPrice" in plain]).to.deep.equal([
      ...[undefined, "latest", false, false],
    ])
    const one = await attempt(1n, { block: 7n })
    expect([one.balance, one.block, (one as never)["value"]]).to.deep.equal([1n, "0x7", "0x1"])
    const priced = await attempt(5n, { gasPrice: 2n, block: "pending" })
    expect(priced.balance).to.equal(5n + BigInt((priced as never)["gas"]) * 2n)
    expect((priced as never)["gasPrice"]).to.equal("0x2")
  })

  it("is estimated by the node without what a transaction takes before it, and not where it carries value", async () => {
    const call = inboundCall(inbound, { srcChainSlug: 1, dstPlug: another, payload: "0x", executionParams: "0x" })
    const asked: unknown[] = []
    const estimate = async (answer: unknown, block: bigint | "pending" = 7n, value = 0n) => {
      const request = ({ params: given }: { params: unknown[] }) => {
        asked.push(given)
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
      }
      return await estimateInbound({ request } as never, { ...call, value }, block)
    }
    const before = 21_000n + 4n * tokensOf(call.data)
    expect(await estimate(numberToHex(before + 5n))).to.equal(5n)
    const { from, to, data } = call
    expect(asked).to.deep.equal([[{ from, to, data }, "0x7"]])
    expect(await estimate(numberToHex(before), "pending")).to.equal(0n)
    expect((asked[1] as unknown[])[1]).to.equal("pending")
    expect(await estimate("none")).to.equal(undefined)
    expect(await estimate(new Error("down"))).to.equal(undefined)
    expect(await estimate("0x5208", 7n, 1n)).to.equal(undefined)
    expect(asked).to.have.length(4)
  })

  it("is known to be above what a chain takes by the words of its node", () => {
    const words = [
      "transaction gas limit (20000000) exceeds the cap",
      "gas limit 5 is above the limit",
      "gas limit is higher than allowed",
      "gas price exceeds the cap",
      "gas limit is fine",
    ]
    expect(words.map((text) => isGasAboveCap(new Error(text)))).to.deep.equal([true, true, true, false, false])
    expect(isGasAboveCap(words[0])).to.equal(false)
  })
})

describe("an execution that is tried", () => {
  const [sent] = readOutboundMessages(outboundLogs(4, { payload: "0x123456" }))

  it("has the executor's account, the message's value and the gas of all of it, and a role of its own", async () => {
    const asked: unknown[][] = []
    const client = { request: ({ params: given }: { params: unknown[] }) => Promise.resolve((asked.push(given), "0x")) }
    const message = { ...sent!, executionParams: params(1n, 9n) }
    const proposal = { packetId: bytes32(7), proposalCount: 3n }
    const parties = { socket, manager: another, executor: inbound }
    const tried = { message, ...parties, proposal, gasLimit: 630_000n, gasPrice: 2n }
    expect(await tryExecution(client as never, tried, 7n)).to.equal("succeeds")
    const gas = 350_000n + 640_000n + 180n
    expect(gasOfExecution(message, 630_000n)).to.equal(gas)
    const [[call, block, overrides]] = asked as [[Record<string, Hex>, string, unknown]]
    const { data, ...rest } = call
    expect(rest).to.deep.equal({
      ...{ from: inbound, to: socket, value: "0x9", gas: numberToHex(gas), gasPrice: "0x2" },
    })
    expect(block).to.equal("0x7")
    const { [another]: roles, ...funds } = overrides as Record<Hex, { stateDiff: Record<Hex, Hex> }>
    expect(funds).to.deep.equal({ [inbound]: { balance: numberToHex(9n + gas * 2n + 10n ** 18n) } })
    expect(new Set(Object.values(roles!.stateDiff))).to.deep.equal(new Set([numberToHex(1n, { size: 32 })]))
    const { functionName, args } = decodeFunctionData({ abi: socketAbi, data: data! })
    const [details, executed] = args as unknown as [Record<string, unknown>, Record<string, unknown>]
    expect(functionName).to.equal("execute")
    const { signature, ...others } = details
    const signer = await recoverMessageAddress({ message: { raw: message.packedMessage }, signature: signature as Hex })
    const [owner, place] = [pad(signer.toLowerCase() as Hex), numberToHex(2n, { size: 32 })]
    const slot = keccak256(concat([owner, keccak256(concat([executorRole, place]))]))
    expect(roles!.stateDiff, "in the third place").to.have.property(slot)
    expect(others).to.deep.equal({ ...proposal, executionGasLimit: 630_000n, decapacitorProof: "0x" })
    expect(executed).to.deep.equal({
      ...{ msgId: message.messageId, executionFee: message.fees.executionFee },
      ...{ minMsgGasLimit: message.minMsgGasLimit, executionParams: params(1n, 9n), payload: "0x123456" },
    })
    await tryExecution(client as never, tried, "pending")
    expect(asked[1]?.[1]).to.equal("pending")
  })
})

/** The unit in which chains charge for bytes: one for a zero, four for another one. */
function tokensOf(data: Hex): bigint {
  const bytes = data.slice(2).match(/../g)!
  return bytes.reduce((sum, byte) => sum + (byte === "00" ? 1n : 4n), 0n)
}
