import { expect } from "chai"
import { describe, it } from "mocha"
import { type Client, decodeFunctionData, encodeErrorResult, type Hex, numberToHex, parseAbi, zeroHash } from "viem"

import { executionManagerAbi, plugAbi, protocolErrorsAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { readAhead, readExecution } from "#src/messaging/reading/execution/readExecution.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
import { createViewNode, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { arrivalWith, journeyWith, noCode, proposal, reportedAs } from "#test/fixtures/wire/messageFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const [manager, executor] = [at(0x61), at(0x62)]
const abis = [socketAbi, executionManagerAbi, plugAbi]
const fail = (message = "execution reverted", more: object = { code: 3 }): never => {
  throw Object.assign(new Error(message), more)
}
const lowGas = { code: 3, data: encodeErrorResult({ abi: protocolErrorsAbi, errorName: "LowGasLimit" }) }

type Played = ViewNodeOptions["views"] & object

/** A node on which calls end so, and the calls of a plug and of `execute`: by whom, in which block and at which price. */
function open(views: Played, gasPrice: number | null) {
  const calls: unknown[] = []
  const node = createViewNode({
    abis,
    views: {
      executionManager__: () => manager,
      ...{ isExecutor: () => [at(1), false], hasRole: () => true, messageExecuted: () => false },
      ...{ verifyParams: () => undefined, inbound: () => undefined, execute: () => undefined },
      ...views,
    },
    methods: { eth_getBalance: "0x7b", ...(gasPrice !== null && { eth_gasPrice: numberToHex(gasPrice) }) },
  })
  const request = (async (question: { method: string; params: [{ from: Hex; data: Hex; gasPrice?: Hex }, Hex] }) => {
    if (question.method === "eth_call") {
      const [{ from, data, gasPrice: price }, block] = question.params
      const { functionName } = decodeFunctionData({ abi: abis.flat(), data })
      if (["inbound", "execute"].includes(functionName)) calls.push([functionName, from, block, price && Number(price)])
    }
    return await node.request(question as never)
  }) as Client["request"]
  return { client: { ...node, request }, calls }
}

type Case = {
  readonly views?: Played
  readonly arrival?: Partial<Arrival> | { readonly problem: string }
  readonly journey?: Partial<Journey>
  readonly gasPrice?: number | null
  readonly executor?: Hex
}
const own = proposal({ isAllowed: true, proposalCount: 3n })

function journeyOf({ views = {}, arrival = {}, journey = {}, gasPrice = 7 }: Case) {
  const { client, calls } = open(views, gasPrice)
  const arrived = arrivalWith([proposal(), own], { config: { siblingPlug: srcPlug } as Arrival["config"] })
  const chain = { ...arrived.chain, client }
  const whole = journeyWith("problem" in arrival ? arrival : { ...arrived, chain, ...arrival }, journey)
  const packetId = "message" in journey ? whole.message.packetId : bytes32(9)
  return { whole: { ...whole, message: { ...whole.message, packetId } }, calls }
}

async function read(played: Case = {}) {
  const { whole, calls } = journeyOf(played)
  const reported = reportedAs("EXECUTING", { executor: (played.executor ?? executor) as never })
  const found = await readExecution(whole, { reported, abis: [protocolErrorsAbi], findSource: undefined })
  return { ...found, calls }
}
const [tried, anyBlock] = [["inbound", socket, "pending", undefined], "0x5a"]

describe("readExecution", () => {
  it("tries inbound, and then the whole execution as its executor sends it, at the price of gas", async () => {
    const { calls, ...found } = await read()
    const { call, executor: by, ...rest } = found
    expect(rest).to.deep.equal({
      ...{ proposal: own, inbound: { kind: "succeeds" }, block: "pending", execute: "succeeds", refusal: undefined },
    })
    expect(call).to.include({ from: socket, to: dstPlug, value: 0n })
    expect(by).to.include({ address: executor, mayExecute: true, balance: 123n, manager })
    expect(calls).to.deep.equal([tried, ["execute", executor, "pending", 7]])
    const newest = await read({ views: { messageExecuted: () => true } })
    expect([newest.block, newest.calls]).to.deep.equal([
      ...[
        90n,
        [
          ["inbound", socket, anyBlock, undefined],
          ["execute", executor, anyBlock, 7],
        ],
      ],
    ])
  })

  it("says why the execution fails though inbound alone does not, if the node can try it", async () => {
    const execute = async (played: Case) => (await read(played)).execute
    expect(await execute({ views: { execute: () => fail("execution reverted", lowGas) } })).to.deep.equal({
      ...{ reason: "LowGasLimit()", of: "socket" },
    })
    const atPrice = [() => undefined, () => fail("execution reverted", lowGas)]
    const dear = {
      execute: () => fail(),
      inbound: () => {
        atPrice.shift()?.()
      },
    }
    expect(await execute({ views: dear })).to.deep.equal({ reason: "LowGasLimit()", of: "inbound" })
    const notExecutor = { ...lowGas, data: encodeErrorResult({ abi: protocolErrorsAbi, errorName: "NotExecutor" }) }
    const unsigned = { execute: () => fail("execution reverted", notExecutor) }
    expect(await execute({ views: unsigned }), "its roles are kept elsewhere").to.equal("untried")
    const isExecutor = (_to: Hex, [hash]: readonly unknown[]) => [at(1), hash !== zeroHash]
    expect(await execute({ views: { ...unsigned, isExecutor } })).to.deep.equal({ reason: "NotExecutor()", of: "hash" })
    expect(await execute({ views: { execute: () => fail("out of gas", {}) } })).to.equal("untried")
    expect(await execute({ views: { execute: () => fail("no overrides", { code: -32_602 }) } })).to.equal("untried")
    expect(await execute({ gasPrice: null })).to.equal("untried")
    const { message } = journeyOf({}).whole
    expect(await execute({ journey: { message: { ...message, packetId: null } } })).to.equal("untried")
    const stopped = await read({ views: { inbound: () => fail() } })
    expect([stopped.inbound?.kind, stopped.execute]).to.deep.equal(["reverts", "untried"])
    expect(stopped.calls.some((call) => (call as string[])[0] === "execute")).to.equal(false)
  })

  it("executes as some account where no executor is known", async () => {
    const { executor: by, calls } = await read({ executor: "0x" })
    expect([by, calls.length]).to.deep.equal([undefined, 2])
    expect((calls[1] as string[])[1]).to.match(/^0x0+e0e0e$/)
  })

  it("is refused by an execution manager that does not take the parameters, or is none", async () => {
    const refusal = async (verifyParams: () => unknown) => {
      const { refusal: found, execute } = await read({ views: { verifyParams } })
      expect(execute).to.equal("untried")
      return found
    }
    expect(await refusal(() => fail("execution reverted", lowGas))).to.deep.equal({ manager, reason: "LowGasLimit()" })
    expect((await refusal(() => fail()))?.manager).to.equal(manager)
    const silent = read({ views: { verifyParams: () => fail("overloaded", { code: -32_000 }) } })
    expect(String(await silent.catch((error: unknown) => error))).to.contain("overloaded")
  })

  it("tries inbound of a message that is not sent yet at the price, with a proposal that need not be allowed", async () => {
    const unsent = await read({ journey: { isUnsent: true } })
    expect(unsent.proposal).to.deep.equal(proposal())
    expect(unsent.calls).to.deep.equal([tried, ["inbound", socket, "pending", 7]])
    expect(unsent.execute).to.equal("succeeds")
  })

  it("is not tried where something else comes first", async () => {
    const first: readonly (Case["arrival"] & object)[] = [
      { problem: "it is away" },
      ...[{ executed: true }, { code: noCode }, { config: { siblingPlug: at(7) } as Arrival["config"] }],
      ...[{ proposals: [] }, { proposals: [proposal()] }, { proposals: [{ ...own, isForPlug: false }] }],
      { proposals: [{ ...own, isRootOfMessage: false }] },
    ]
    for (const arrival of first) expect(await read({ arrival })).to.deep.equal({ calls: [] })
  })
})

describe("readAhead", () => {
  it("tries inbound in the newest block, of a message that is not executed and has where to go", async () => {
    const ahead = async (arrival: Case["arrival"] & object = {}) => {
      const { whole, calls } = journeyOf({ arrival, views: { inbound: () => fail("execution reverted", full) } })
      const found = await readAhead(whole, { abis: [abi], findSource: undefined })
      return [found?.inbound.kind, found?.inbound.kind === "reverts" && found.inbound.errorName, calls[0]]
    }
    const abi = parseAbi(["error Full()"])
    const full = { code: 3, data: encodeErrorResult({ abi, errorName: "Full" }) }
    const inbound = ["inbound", socket, anyBlock, undefined]
    expect(await ahead()).to.deep.equal(["reverts", "Full", inbound])
    expect(await ahead({ proposals: [] })).to.deep.equal(["reverts", "Full", inbound])
    for (const arrival of [{ problem: "it is away" }, { executed: true }, { code: noCode }]) {
      expect(await ahead(arrival)).to.deep.equal([undefined, false, undefined])
    }
  })
})
