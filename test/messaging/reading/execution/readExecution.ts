import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, hexToBigInt, numberToHex, parseAbi } from "viem"
import { decodeFunctionData, encodeFunctionResult } from "viem/utils"

import { executionManagerAbi, plugAbi, socketAbi } from "../../../../src/messaging/onchain/abi.js"
import { readExecution } from "../../../../src/messaging/reading/execution/readExecution.js"
import type { Arrival, Journey } from "../../../../src/messaging/reading/Journey.js"
import { createAnsweringNode } from "../../../fixtures/nodes/answeringNode.js"
import { rejection } from "../../../fixtures/servers/messagingApi.js"
import { another, arrivalWith, journeyWith, proposal } from "../../../fixtures/wire/messageFacts.js"
import { at } from "../../../fixtures/wire/trustFacts.js"
import { revert } from "../../../fixtures/worlds/swap/fakeChain.js"

const manager = at(0x61)
const abi = parseAbi(["error Full(uint256 room)"])
const outOfGas = Object.assign(new Error("execution reverted: out of gas"), { code: -32_000 })
const tired = Object.assign(new Error("the node is tired"), { code: -32_603 })

/** What a node does with the calls that are tried on it; it throws what is no success. */
type Node = {
  readonly inbound?: (call: { readonly gas: bigint; readonly isPaid: boolean }) => void
  readonly execute?: () => void
  /** What the execution manager returns of the parameters. Default: that it takes them. */
  readonly verify?: () => Hex
  readonly gasPrice?: Hex | undefined
  readonly gasOfBlock?: bigint | undefined
}
type Asked = { readonly data: Hex; readonly gas?: Hex; readonly gasPrice?: Hex; readonly from?: string }

function nodeOf({ inbound, execute, verify, gasPrice = "0x5", gasOfBlock = 30_000_000n }: Node) {
  const tried: string[] = []
  const all = [...socketAbi, ...executionManagerAbi, ...plugAbi]
  const call = ([{ data, gas = "0x0", gasPrice: price, from }]: readonly [Asked]): Hex => {
    const { functionName } = decodeFunctionData({ abi: all, data })
    const answer = (result: unknown) => encodeFunctionResult({ abi: all, functionName, result: result as never })
    if (functionName === "executionManager__") return answer(manager)
    if (functionName === "messageExecuted" || functionName === "hasRole") return answer(false)
    if (functionName === "isExecutor") return answer([manager, false])
    if (functionName === "verifyParams") return verify?.() ?? "0x"
    if (functionName === "inbound") inbound?.({ gas: hexToBigInt(gas), isPaid: price !== undefined })
    else execute?.()
    tried.push(
      `${functionName} ${price === undefined ? "free" : "paid"} ${functionName === "execute" ? from : ""}`.trim(),
    )
    return "0x"
  }
  const { client } = createAnsweringNode({
    eth_call: call,
    eth_getLogs: () => [],
    eth_getBlockByNumber: () => {
      if (gasOfBlock === 0n) throw tired
      return { number: "0x5a", timestamp: "0x1", gasLimit: numberToHex(gasOfBlock), transactions: [] }
    },
    ...(gasPrice === "0x" ? {} : { eth_gasPrice: () => gasPrice }),
  })
  return { client, tried }
}

type Given = Node & {
  readonly limit?: bigint
  readonly arrival?: Partial<Arrival>
  readonly journey?: Partial<Journey>
}

/** Reads the execution of a message whose packet is allowed. */
async function read({ limit = 100_000n, arrival, journey, ...node }: Given = {}) {
  const { client, tried } = nodeOf(node)
  const { message } = journeyWith({ problem: "none" })
  const allowed = [proposal({ isAllowed: true })]
  const here = arrivalWith(allowed, { config: { siblingPlug: message.srcPlug } as never, ...arrival })
  const reached = { ...here, chain: { ...here.chain, client } }
  const read = await readExecution(
    journeyWith(reached, { message: { ...message, minMsgGasLimit: limit }, ...journey }),
    {
      ...{ abis: [abi], findSource: undefined },
    },
  )
  return { ...read, isRead: read !== undefined, tried }
}
/** A plug that needs so much gas. */
const needs =
  (least: bigint) =>
  ({ gas }: { readonly gas: bigint }) => {
    if (gas < least) throw outOfGas
  }
const throws = (error: Error) => () => {
  throw error
}

const unknownPlace = { evidence: [], line: undefined }

describe("readExecution", () => {
  it("says how the call of inbound ends", async () => {
    for (const [what, given, expected] of [
      ["it succeeds", {}, { kind: "succeeds" }],
      [
        "the plug reverts",
        { inbound: throws(revert(abi, "Full", [7n])) },
        { kind: "reverts", reason: "Full(room: 7)", errorName: "Full", ...unknownPlace },
      ],
      [
        "it gives no reason",
        { inbound: throws(revert()) },
        { kind: "reverts", reason: "it gave no reason", errorName: undefined, ...unknownPlace },
      ],
      ["it never has enough", { inbound: throws(outOfGas) }, { kind: "runs out of gas", tried: 1_100_000n }],
      [
        "no block has so much",
        { limit: 20_000_001n, gasOfBlock: 20_000_000n },
        { kind: "above cap", reason: "a block has 20,000,000 gas" },
      ],
      ["a block has just so much", { limit: 20_000_000n, gasOfBlock: 20_000_000n }, { kind: "succeeds" }],
      ["a small limit, whatever a block has", { limit: 9_999_999n, gasOfBlock: 1n }, { kind: "succeeds" }],
      ["the node does not give the block", { limit: 20_000_000n, gasOfBlock: 0n }, { kind: "succeeds" }],
    ] as const) {
      const { inbound } = await read(given)
      expect(inbound, what).to.deep.equal(expected)
    }
  })

  it("finds how much gas inbound needs that has too little", async () => {
    const { inbound, execute } = await read({ inbound: needs(400_000n) })
    if (inbound?.kind !== "needs gas") throw new Error("it does not need gas")
    // The call itself has about 22,000 beside.
    expect(inbound.needed >= 375_000n && inbound.needed <= 400_000n, String(inbound.needed)).to.equal(true)
    expect(execute).to.equal("untried")
  })

  it("has the node's reason where no transaction may have so much gas, and throws what says nothing", async () => {
    const capped = Object.assign(new Error("gas limit exceeds the cap"), { code: -32_000 })
    const { inbound } = await read({ inbound: throws(capped) })
    expect(inbound?.kind).to.equal("above cap")
    expect(inbound).to.have.property("reason").that.contains("gas limit exceeds the cap")
    expect(String(await rejection(read({ inbound: throws(tired) })))).to.contain("the node is tired")
  })

  it("tries the execution at the price of gas, as somebody where the executor is not known", async () => {
    const { execute, executor, tried, refusal } = await read()
    expect([execute, executor, refusal]).to.deep.equal(["succeeds", undefined, undefined])
    expect(tried).to.deep.equal(["inbound free", "execute paid 0x00000000000000000000000000000000000e0e0e"])
    const failed = await read({ execute: throws(revert(abi, "Full", [8n])) })
    expect(failed.execute).to.deep.equal({ reason: "Full(room: 8)" })
    expect((await read({ execute: throws(tired) })).execute).to.equal("untried")
    const unpriced = await read({ gasPrice: "0x" })
    expect([unpriced.execute, unpriced.tried]).to.deep.equal(["untried", ["inbound free"]])
  })

  it("tries inbound itself at the price before the message is sent", async () => {
    const journey = { isUnsent: true }
    const { execute, tried } = await read({ journey, arrival: { proposals: [proposal()] } })
    expect([execute, tried]).to.deep.equal(["succeeds", ["inbound free", "inbound paid"]])
    const paying = ({ isPaid }: { readonly isPaid: boolean }) => {
      if (isPaid) throw revert(abi, "Full", [9n])
    }
    expect((await read({ journey, inbound: paying })).execute).to.deep.equal({ reason: "Full(room: 9)" })
  })

  it("says why the execution manager refuses the parameters, and then executes nothing", async () => {
    for (const [verify, reason] of [
      [throws(revert(parseAbi(["error Error(string)"]), "Error", ["too little"])), "too little"],
      [throws(revert()), "it gave no reason"],
    ] as const) {
      const { refusal, execute, tried } = await read({ verify })
      expect([refusal, execute]).to.deep.equal([{ manager, reason }, "untried"])
      expect(tried).to.deep.equal(["inbound free"])
    }
    expect(String(await rejection(read({ verify: throws(tired) })))).to.contain("the node is tired")
  })

  it("tries nothing while something else comes first", async () => {
    for (const [what, given] of [
      ["another sibling", { arrival: { config: { siblingPlug: another } as never } }],
      ["no code", { arrival: { hasCode: false } }],
      ["it is executed", { arrival: { executed: true } }],
      ["its packet is not allowed", { arrival: { proposals: [proposal()] } }],
      ["it has no packet there", { arrival: { proposals: [] } }],
      ["another switchboard's packet", { arrival: { proposals: [proposal({ isAllowed: true, isForPlug: false })] } }],
    ] as const) {
      const { isRead, tried } = await read(given)
      expect([isRead, tried], what).to.deep.equal([false, []])
    }
  })
})
