import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  decodeFunctionData,
  encodeErrorResult,
  getAddress,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from "viem"

import {
  createCodeReader,
  type PayloadCall,
  payloadCause,
  readPayloadCall,
  toldReason,
} from "#src/gateway/explaining/calls/payloadCalls.js"
import { gatewaySocketAbi } from "#src/gateway/onchain/watcherAbi.js"
import type { PayloadFacts, ReachedChain } from "#src/gateway/reading/types.js"
import { fakeNode, reverted } from "#test/fixtures/nodes/fakeNode.js"
import { finalized, gatewayCase, minedAt, payloadFacts } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const app = getAddress(`0x${"a".repeat(40)}`)
const target = getAddress(`0x${"c".repeat(40)}`)
const socket: Hex = `0x${"5".repeat(40)}`
const abis: readonly Abi[] = [parseAbi(["function bump(uint256)", "error TooHigh(uint256 by)"])]
const bump = toFunctionSelector("bump(uint256)")
const tooHigh = encodeErrorResult({ abi: abis[0]!, errorName: "TooHigh", args: [77n] })
const over = encodeErrorResult({ abi: gatewaySocketAbi, errorName: "PayloadAlreadyExecuted", args: [bytes32(1)] })
const options = { gasLimit: 50_000n, value: 6n, readAtBlockNumber: 0n }
/** A finalized write whose turn it is. */
const payload = (more: Partial<PayloadFacts> = {}) =>
  payloadFacts(1, { appGateway: app, target, callData: bump, options, finalized: finalized(4), ...more })
const details = (execute: string | null, callback: string | null = null) => ({
  ...{ executeRevertString: execute, callbackRevertString: callback },
})
const reportedAs = (status: string, more: object = {}) =>
  ({ payloadId: bytes32(1), status, simulationDetails: details(null), ...more }) as unknown as PayloadFacts["reported"]
const executed = (returnData: Hex | null) => ({ mined: minedAt(5), returnData, gasUsed: 5n })
const resolved = { ...minedAt(6), fee: 1n }

type Node = { code?: Hex | Error; block?: Hex | Error; call?: Hex | Error; gas?: Hex | Error; socket?: Hex | undefined }

/** A chain whose node answers like this, and what it is asked. */
function chainWith({ code = "0x60", block = "0x21", call = "0xbeef", gas = "0x1", ...more }: Node = {}) {
  const answers = { eth_getCode: code, eth_blockNumber: block, eth_call: call, eth_estimateGas: gas }
  const { client, questions: asked } = fakeNode(answers, { cacheTime: 0 })
  const chain: ReachedChain = { client, slug: 41001, name: "alpha", socket: "socket" in more ? more.socket : socket }
  return { chain, asked }
}

describe("createCodeReader", () => {
  it("asks once for each contract of each chain, and takes one of a silent node as present", async () => {
    const [alpha, bare] = [chainWith(), chainWith({ code: "0x" })]
    const hasCode = createCodeReader()
    const beta = { ...bare.chain, slug: 41002 }
    const answers = [
      await hasCode(alpha.chain, target),
      await hasCode(alpha.chain, target.toLowerCase() as Hex),
      await hasCode(beta, target),
      await hasCode(chainWith({ code: new Error("down") }).chain, app),
    ]
    expect(answers).to.deep.equal([true, true, false, true])
    expect([alpha.asked.length, bare.asked.length]).to.deep.equal([1, 1])
  })
})

describe("readPayloadCall", () => {
  const lines: string[] = []
  async function read(facts: PayloadFacts, { node = {}, known = true }: { node?: Node; known?: boolean } = {}) {
    const { chain, asked } = chainWith(node)
    lines.length = 0
    const call = await readPayloadCall(facts, {
      chainOf: (slug) => Promise.resolve(known && slug === 41001 ? chain : undefined),
      findSource: ({ from, to, data, value }) => {
        lines.push(`${from} ${to} ${data} ${value}`)
        return Promise.resolve("contracts/Target.sol:7")
      },
      hasCode: createCodeReader(),
    })
    return { call, asked, of: (method: string) => asked.filter((one) => one.method === method) }
  }
  const givenUp = { reported: reportedAs("FINALIZED", { isGivenUp: true }) }

  it("reads nothing of a payload whose turn it is not", async () => {
    const early: Partial<PayloadFacts>[] = [
      { target: null },
      { callType: "SCHEDULE" },
      { finalized: null },
      { finalized: null, reported: reportedAs("FINALIZING") },
      // A log that can be read decides.
      { finalized: null, queued: minedAt(2), reported: reportedAs("FINALIZED") },
    ]
    for (const more of early) {
      const { call, asked } = await read(payload(more), { node: { code: "0x" } })
      expect([call, asked], JSON.stringify(Object.keys(more))).to.deep.equal([undefined, []])
    }
    const told = await read(payload({ finalized: null, reported: reportedAs("FINALIZED") }), { node: { code: "0x" } })
    expect(told.call?.outcome).to.equal("no target")
  })

  it("says why a chain was not read, unless the call was executed", async () => {
    const why = async (more: Partial<PayloadFacts>, how: Parameters<typeof read>[1]) => {
      const { call } = await read(payload(more), how)
      return call?.outcome === "not read" ? call.why : call?.outcome
    }
    expect(await why({}, { known: false })).to.contain("no node")
    expect(await why({ executed: executed("0x") }, { known: false })).to.equal(undefined)
    expect(await why({ resolved }, { known: false })).to.equal(undefined)
    expect(await why({}, { node: { block: new Error("the node is down.") } })).to.match(/the node is down$/)
    expect(await why({ resolved }, { node: { block: new Error("down") } })).to.equal(undefined)
  })

  it("misses a contract where a call of it returned nothing, also one that is over", async () => {
    const none: Node = { code: "0x" }
    const outcome = async (more: Partial<PayloadFacts>, node = none) =>
      (await read(payload(more), { node })).call?.outcome
    expect(await outcome({})).to.equal("no target")
    expect(await outcome({ callType: "READ" })).to.equal("no target")
    expect(await outcome({ callType: "DEPLOY" })).to.equal(undefined)
    expect(await outcome({ executed: executed("0x"), resolved })).to.equal("no target")
    expect(await outcome({ executed: executed(null) })).to.equal("no target")
    expect(await outcome({ executed: executed("0xbeef") })).to.equal(undefined)
    expect(await outcome({ executed: executed("0x") }, { code: "0x60" })).to.equal(undefined)
  })

  it("simulates the whole execution where it has the watcher's signature, else the socket's call of the target", async () => {
    const signed = await read(payload({ ...givenUp }))
    const [whole] = signed.of("eth_call")[0]!.params as [{ to: Hex; data: Hex; value: Hex; from: Hex }]
    expect([whole.to, BigInt(whole.value)]).to.deep.equal([socket, 6n])
    const { args } = decodeFunctionData({ abi: gatewaySocketAbi, data: whole.data }) as { args: readonly unknown[] }
    expect(args[0]).to.deep.include({ payloadId: bytes32(1), appGateway: app, target, value: 6n, gasLimit: 50_000n })
    expect(args[0]).to.deep.include({ callData: bump })
    expect(signed.call).to.deep.include({ sender: socket, block: 33n, target })
    const [unsigned, atBlock] = [
      { ...options, value: 0n },
      { ...options, value: 0n, readAtBlockNumber: 30n },
    ]
    const direct: [Partial<PayloadFacts>, Node, Hex, string][] = [
      [{ callType: "READ", options: unsigned }, {}, socket, "latest"],
      [{ callType: "READ", options: atBlock }, {}, socket, "0x1e"],
      [{ options: unsigned }, { socket: undefined }, `0x${"0".repeat(40)}`, "latest"],
      [{ appGateway: null, options: unsigned }, {}, socket, "latest"],
      [{ options: null }, {}, socket, "latest"],
      [{ finalized: null, options: unsigned }, {}, socket, "latest"],
    ]
    for (const [more, node, from, at] of direct) {
      const facts = payload({ reported: reportedAs("FINALIZED", { isGivenUp: true }), ...more })
      const { of, call } = await read(facts, { node })
      const [asked, block] = of("eth_call")[0]!.params as [{ from: Hex; to: Hex; data: Hex }, string]
      expect([asked.from, asked.to, asked.data, block]).to.deep.equal([from, target, bump, at])
      expect(call).to.include({ sender: from, outcome: "given up" })
    }
  })

  it("finds no fault with a call that succeeds unless it is tried no more, nor with one that is silent or over", async () => {
    expect((await read(payload())).call).to.equal(undefined)
    expect((await read(payload(givenUp))).call).to.include({ outcome: "given up", returned: "0xbeef" })
    const marked = { ...minedAt(8), revertData: tooHigh }
    expect((await read(payload({ marked }))).call).to.include({ outcome: "given up" })
    const call = new Error("the node is down")
    expect((await read(payload(givenUp), { node: { call } })).call).to.equal(undefined)
    expect((await read(payload(givenUp), { node: { call: reverted(over) } })).call).to.equal(undefined)
  })

  it("tries more gas only where a call with a limit gives no reason, and looks for its line", async () => {
    const told = await read(payload(), { node: { call: reverted(tooHigh) } })
    expect(told.call).to.include({ outcome: "reverts", data: tooHigh, more: undefined })
    expect(told.of("eth_estimateGas")).to.deep.equal([])
    expect(told.call).to.deep.include({ line: { line: "contracts/Target.sol:7", evidence: [] } })
    expect(lines).to.deep.equal([`${socket} ${target} ${bump} 6`])
    const silent: Node = { call: reverted("0x"), gas: "0xffff" }
    const tried = await read(payload(), { node: silent })
    expect(tried.call).to.deep.include({ more: { needed: 0xffffn } })
    const [asked] = tried.of("eth_estimateGas")[0]!.params as [{ from: Hex; to: Hex; gas: Hex }]
    expect([asked.from, asked.to, BigInt(asked.gas)]).to.deep.equal([socket, target, 1_050_000n])
    const least = await read(payload({ options: { ...options, gasLimit: 1n } }), { node: silent })
    expect(least.of("eth_estimateGas")).to.have.length(1)
    for (const none of [null, { ...options, gasLimit: 0n }]) {
      const { call, of } = await read(payload({ options: none }), { node: silent })
      expect([call?.outcome, of("eth_estimateGas")]).to.deep.equal(["reverts", []])
    }
  })
})

describe("toldReason", () => {
  it("takes the reason with which it was marked, else the API's of that stage", () => {
    const reported = reportedAs("FINALIZED", { simulationDetails: details("too high", "too low") })
    const both = (more: Partial<PayloadFacts>) =>
      (["execute", "callback"] as const).map((stage) => toldReason({ abis }, payload(more), stage))
    const marked = { ...minedAt(8), revertData: tooHigh }
    expect(both({})).to.deep.equal([undefined, undefined])
    expect(both({ reported })).to.deep.equal(["too high", "too low"])
    expect(both({ reported, marked })).to.deep.equal(["TooHigh(by: 77)", "TooHigh(by: 77)"])
    expect(both({ reported, marked: { ...marked, revertData: "0x" } })).to.deep.equal(["too high", "too low"])
  })
})

describe("payloadCause", () => {
  const { chain } = chainWith()
  const reading = { ...gatewayCase(), abis }
  const causeOf = (outcome: object, more: Partial<PayloadFacts> = {}) =>
    payloadCause(reading, { kind: "payload", payload: payload(more), chain, target, ...outcome } as PayloadCall)
  const shown = ({ name, certainty, about, evidence }: ReturnType<typeof payloadCause>) => [
    name,
    certainty,
    about,
    evidence.map(({ source }) => source),
  ]
  const own = bytes32(1)
  const simulation = "simulation on alpha, block 33"
  const simulated = { block: 33n, sender: socket }
  const reverts = (data: Hex, more: object = {}) => {
    const line = { line: "contracts/Target.sol:7", evidence: [{ source: "the search", says: "" }] }
    return { ...simulated, outcome: "reverts", data, more: undefined, line, ...more }
  }

  it("adds what the gateway has seen to every cause: the marking, and the API's first reason", () => {
    const marked = { ...minedAt(8), revertData: tooHigh }
    const reported = reportedAs("FINALIZED", { simulationDetails: details("too high", "too low") })
    const cause = causeOf({ outcome: "not read", why: "it is down" }, { marked, reported })
    expect(shown(cause)).to.deep.equal([
      "chain-not-read",
      undefined,
      own,
      ["chain 41001", "gateway, block 8", "the gateway API"],
    ])
    expect(cause.says).to.contain("chain 41001").and.to.contain("it is down")
    expect(cause.evidence[1]!.says).to.contain("TooHigh(by: 77)")
    expect(cause.evidence[2]!.says).to.contain("execute").and.to.contain("too high")
    expect(cause.fix).to.include({ command: "npx hardhat plugs doctor" })
    const alone = causeOf({ outcome: "not read", why: "it is down" })
    expect(alone.evidence).to.have.length(1)
  })

  it("misses a contract for certain while the payload is open, and says what the call did or would do", () => {
    const open = causeOf({ outcome: "no target" })
    expect(shown(open)).to.deep.equal(["target-missing", "certain", own, ["alpha, its newest block"]])
    expect(open.says).to.contain("would").and.to.contain("bump()").and.to.contain(target)
    expect(JSON.stringify(open.fix)).to.contain(app)
    const done = causeOf({ outcome: "no target" }, { executed: executed("0x"), resolved, appGateway: null })
    expect(done).to.include({ certainty: "likely" })
    expect(done.says).not.to.contain("would")
    expect(JSON.stringify(done)).not.to.contain("null ")
  })

  it("retries what was given up and would succeed now", () => {
    const cause = causeOf({ ...simulated, outcome: "given up", returned: "0x" })
    expect(shown(cause)).to.deep.equal(["given-up", undefined, own, [simulation]])
    expect(cause.fix).to.deep.include({ command: `npx hardhat gateway retry ${own}` })
  })

  it("names the gas that a call gets and needs, where more is enough", () => {
    const needing = reverts("0x", { more: { needed: 61_000n } })
    const cause = causeOf(needing)
    expect(shown(cause)).to.deep.equal(["gas-limit-too-low", undefined, own, [simulation, simulation]])
    expect(cause.says).to.contain("50000 gas").and.to.contain("61000")
    expect(JSON.stringify(cause.fix)).to.contain("_setOverrides(61000)").and.to.contain(app)
    expect(causeOf(needing, { options: null }).says).to.contain("gets 0 gas")
  })

  it("tells a loop, an assertion and another failure with more gas apart", () => {
    const with1M = (how?: string) => reverts("0x", { more: { failsWith: 1_050_000n, how } })
    const loop = causeOf(with1M("out of gas"))
    expect(shown(loop)).to.deep.equal(["gas-limit-too-low", undefined, own, [simulation, simulation]])
    expect(loop.says).to.contain("gets 50000,").and.to.contain("1050000")
    expect(causeOf(with1M("out of gas"), { options: null }).says).to.contain("gets 0,")
    const asserting = causeOf(with1M("asserts"), { marked: { ...minedAt(8), revertData: tooHigh } })
    expect(asserting.says).to.contain("invalid opcode").and.not.to.contain("TooHigh")
    const other = causeOf(with1M())
    expect(shown(other)).to.deep.equal(["payload-reverts", undefined, own, [simulation, simulation, "the search"]])
    expect(other.evidence[1]!.says).to.contain("1050000 gas")
    expect(other.says).not.to.contain("invalid opcode")
  })

  it("has the reason of the simulation, else of who has tried it, its line, and how it is tried again", () => {
    const cause = causeOf(reverts(tooHigh))
    expect(shown(cause)).to.deep.equal(["payload-reverts", undefined, own, [simulation, "the search"]])
    expect(cause.says).to.match(
      /^The call of bump\(\) .*alpha reverts at contracts\/Target\.sol:7: TooHigh\(by: 77\)\.$/,
    )
    expect(causeOf(reverts(tooHigh), { callType: "DEPLOY" }).says).to.match(/^The deployment by /)
    const reported = reportedAs("FINALIZED", { simulationDetails: details("older") })
    expect(causeOf(reverts("0x"), { reported }).says).to.contain("older")
    expect(causeOf(reverts(tooHigh), { reported }).says).not.to.contain("older")
    const fixOf = (more: Partial<PayloadFacts>) => JSON.stringify(causeOf(reverts(tooHigh), more).fix)
    const retry = `gateway retry ${own}`
    expect(fixOf({})).not.to.contain(retry)
    expect(fixOf({ reported: { ...reported!, isGivenUp: true } }))
      .to.contain(retry)
      .and.to.contain(target)
    expect(fixOf({ marked: { ...minedAt(8), revertData: "0x" } })).to.contain(retry)
  })
})
