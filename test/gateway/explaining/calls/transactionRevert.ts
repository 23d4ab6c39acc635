import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type Address,
  encodeErrorResult,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from "viem"

import {
  findSilentMistake,
  mistakeCause,
  readTransactionRevert,
  type TransactionRevert,
} from "#src/gateway/explaining/calls/transactionRevert.js"
import { feesManagerAbi } from "#src/gateway/onchain/abi.js"
import { authorErrorsAbi } from "#src/gateway/onchain/watcherAbi.js"
import type { TransactionFacts } from "#src/gateway/reading/types.js"
import { fakeNode, reverted } from "#test/fixtures/nodes/fakeNode.js"
import { gatewayCase, minedAt } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const from: Address = `0x${"1".repeat(40)}`
const app = getAddress(`0x${"2".repeat(40)}`)
const called = getAddress(`0x${"3".repeat(40)}`)
const inner = getAddress(`0x${"4".repeat(40)}`)
const resolver = getAddress(`0x${"5".repeat(40)}`)
const abis: readonly Abi[] = [parseAbi(["function bump(uint256)", "function run()"])]
const [bump, run] = [toFunctionSelector("bump(uint256)"), toFunctionSelector("run()")]

type Frame = { type: string; from: Hex; to?: Hex; input?: Hex; output?: Hex; error?: string; calls?: Frame[] }
const frame = (to: Hex, more: Partial<Frame> = {}): Frame => ({
  ...{ type: "CALL", from: app, to, value: "0x0", input: `${bump}00`, output: "0x" },
  ...more,
})

type World = {
  readonly trace?: Frame | Error
  readonly steps?: readonly { op: string; stack?: readonly string[] }[] | Error
  readonly code?: Hex
  /** The addresses that answer as forwarders do. */
  readonly forwarders?: readonly Hex[]
}

/** A client of a node that answers like this, and what it is asked. */
function nodeWith({ trace, steps = [], code = "0x", forwarders = [] }: World) {
  const { client, questions } = fakeNode({
    eth_getCode: code,
    debug_traceCall([, , more]: readonly object[]) {
      const found = "tracer" in more! ? trace : steps
      return found === steps && !(steps instanceof Error) ? { structLogs: steps } : found
    },
    eth_call: ([{ to }]: [{ to: Hex }]) => (forwarders.includes(to) ? bytes32(5) : reverted("0x")),
  })
  return { client, asked: questions }
}

/** With any of its errors by name. */
const anyError: Abi = authorErrorsAbi

describe("findSilentMistake", () => {
  const top = (calls: Frame[]) => frame(app, { from, error: "execution reverted", calls })
  const call = { from, to: app, data: "0x12345678", value: 0n, blockNumber: 9n } as const
  const found = (world: World) => findSilentMistake(nodeWith(world).client, call)

  it("blames an address without code, and no contract that returns nothing", async () => {
    const foundAt = (at: Address, code: Hex) => found({ trace: top([frame(at)]), code })
    expect(await foundAt(called, "0x")).to.deep.equal({ kind: "no contract", by: app, at: called })
    expect(await foundAt(zeroAddress, "0x60")).to.deep.equal({ kind: "no contract", by: app, at: zeroAddress })
    expect(await foundAt(called, "0x6000")).to.equal(undefined)
  })

  it("blames the last address whose code the compiler asks for, before the one that was called", async () => {
    const word = (address: Hex) => `0x${address.slice(2).padStart(64, "0")}`
    const steps = [
      { op: "EXTCODESIZE", stack: ["0x1", word(inner)] },
      { op: "EXTCODESIZE", stack: ["0x1", word(called).slice(2)] },
      { op: "ADD", stack: ["0x1", "0x2"] },
    ]
    const at = async (world: World) => (await found({ trace: top([]), ...world })) as { at?: Hex } | undefined
    expect((await at({ steps }))?.at).to.equal(called.toLowerCase())
    expect((await at({ steps, trace: top([frame(inner)]) }))?.at).to.equal(called.toLowerCase())
    expect((await at({ steps: [{ op: "EXTCODESIZE", stack: ["0x7"] }] }))?.at).to.equal(numberToHex(7, { size: 20 }))
    // An address that returned something, or reverted, was there.
    expect(await at({ trace: top([frame(called, { output: "0x01" })]) })).to.equal(undefined)
    const viewed = frame(called, { type: "STATICCALL", error: "execution reverted" })
    expect(await at({ trace: top([viewed]) })).to.equal(undefined)
    expect(await at({ steps: [{ op: "EXTCODESIZE" }] })).to.equal(undefined)
    expect(await at({ steps: new Error("down") })).to.equal(undefined)
  })

  it("tells a view of a forwarder from a function that returns nothing, and names its selector", async () => {
    const facts = async (last: Frame, world: World = {}) =>
      await found({ trace: top([frame(inner), last]), code: "0x60", forwarders: [called], ...world })
    const mistake = { by: app, forwarder: called, selector: bump }
    expect(await facts(frame(called))).to.deep.equal({ ...mistake, kind: "returns" })
    const view = frame(called, { type: "STATICCALL", error: "execution reverted" })
    expect(await facts(view)).to.deep.equal({ ...mistake, kind: "views" })
    expect(await facts(frame(called, { input: "0x1234" }))).to.deep.equal({
      ...mistake,
      kind: "returns",
      selector: "0x",
    })
    expect(await facts(frame(called, { input: bump }))).to.deep.equal({ ...mistake, kind: "returns" })
    expect(await facts(frame(called, { output: "0x01" }))).to.equal(undefined)
    expect(await facts(frame(called), { forwarders: [] }), "no forwarder").to.equal(undefined)
  })

  it("follows the reverts down to the call that reverted first", async () => {
    const deep = frame(inner, { error: "execution reverted", calls: [frame(called, { from: inner })] })
    const world = { trace: top([deep]), code: "0x60", forwarders: [called] } as const
    expect(await found(world)).to.deep.include({ by: inner, forwarder: called, kind: "returns" })
  })

  it("finds nothing for a constructor, nor where a node does not trace or does not answer", async () => {
    const { client, asked } = nodeWith({ trace: top([frame(called)]) })
    expect([await findSilentMistake(client, { ...call, to: null }), asked]).to.deep.equal([undefined, []])
    expect(await found({ trace: new Error("down") })).to.equal(undefined)
    const lost = Object.assign(new Error("no method"), { code: -32_601 })
    // A node without the steps still has the calls.
    const traced = { trace: top([frame(called)]), steps: lost }
    expect(await found(traced)).to.deep.equal({ kind: "no contract", by: app, at: called })
    const missing = Object.assign(new Error("the method debug_traceCall does not exist"), { code: -32_601 })
    expect(await found({ trace: missing })).to.equal(undefined)
  })

  it("asks for the block and value of the call", async () => {
    const { client, asked } = nodeWith({ trace: top([frame(called)]), code: "0x60" })
    await findSilentMistake(client, { ...call, value: 7n })
    const traces = asked.filter(({ method }) => method === "debug_traceCall").map(({ params }) => params)
    expect(traces.map(([asking, block]) => [asking, block])).to.deep.equal(
      [0, 1].map(() => [{ from, to: app, data: "0x12345678", value: "0x7" }, "0x9"]),
    )
    const light = { disableStorage: true, disableMemory: true, enableMemory: false }
    expect(traces.map(([, , options]) => options)).to.deep.include(light)
    const code = asked.filter(({ method }) => method === "eth_getCode").map(({ params }) => params)
    expect(code).to.deep.equal([[called, "0x9"]])
  })
})

const { gateway } = gatewayCase()
const alpha = { client: undefined as never, slug: 41001, name: "alpha", socket: undefined }
const transaction = (revertData: Hex | null, more: Partial<TransactionFacts> = {}): TransactionFacts => ({
  ...{ txHash: bytes32(70), chain: gateway, state: "mined", mined: minedAt(40), reverted: true, revertData },
  ...{ from, to: app, input: `${run}00`, value: 7n },
  ...more,
})
const error = (errorName: string, args: readonly unknown[] = []) =>
  encodeErrorResult({ abi: anyError, errorName, args })

describe("readTransactionRevert", () => {
  /** Reads it on a gateway whose node finds no contract at `called`. */
  async function read(revertData: Hex | null, more: Partial<TransactionFacts> = {}) {
    const world = nodeWith({
      trace: frame(app, { from, error: "reverted", calls: [frame(called)] }),
      forwarders: [app],
    })
    const own = { ...gateway, client: world.client }
    const facts = transaction(revertData, { chain: own, ...more })
    return {
      ...(await readTransactionRevert({ ...gatewayCase(), gateway: own, transaction: facts })),
      asked: world.asked,
    }
  }

  it("reads the resolver of the contract, and looks for a silent mistake only where no reason was given", async () => {
    const silent = await read("0x")
    expect(silent).to.deep.include({ resolver: numberToHex(5, { size: 20 }) })
    expect(silent.mistake).to.deep.equal({ kind: "no contract", by: app, at: called })
    const [traced] = silent.asked.filter(({ method }) => method === "debug_traceCall")
    expect(traced!.params.slice(0, 2)).to.deep.equal([{ from, to: app, data: `${run}00`, value: "0x7" }, "0x27"])
    const told = await read("0x12345678")
    expect(told).to.deep.include({ resolver: numberToHex(5, { size: 20 }), mistake: undefined })
    const other = await read("0x12345678", { to: called })
    expect(other.resolver).to.equal(undefined)
    const pending = await read("0x", { mined: null })
    const at = pending.asked.filter(({ method }) => method === "debug_traceCall").map(({ params }) => params[1])
    expect(at).to.deep.equal(["latest", "latest"])
  })

  it("asks nothing where nothing reverted on the gateway chain, or nobody sent it, or it was a constructor", async () => {
    const cases: [Hex | null, Partial<TransactionFacts>][] = [
      [null, {}],
      ["0x", { chain: alpha }],
      ["0x", { from: null }],
      ["0x", { to: null }],
    ]
    for (const [data, more] of cases) expect((await read(data, more)).asked, JSON.stringify(data)).to.deep.equal([])
    expect(await readTransactionRevert(gatewayCase())).to.deep.equal({})
  })

  it("reads only the account where one does not pay", async () => {
    const unpaid = encodeErrorResult({ abi: feesManagerAbi, errorName: "InsufficientCredits", args: [app, 9n, 2n] })
    const own = { ...gateway, client: fakeNode({ eth_call: bytes32(5) }).client }
    const facts = transaction(unpaid, { chain: own })
    const { payer, resolver: none } = await readTransactionRevert({
      ...gatewayCase(),
      gateway: own,
      transaction: facts,
    })
    expect(payer).to.include({ reason: "credits", availableNow: 5n })
    expect(none).to.equal(undefined)
  })
})

describe("mistakeCause", () => {
  const causeOf = (data: Hex | null, revert: TransactionRevert = {}, more: Partial<TransactionFacts> = {}) => {
    const cause = mistakeCause({ ...gatewayCase({ transaction: transaction(data, more) }), gateway, abis }, revert)
    return cause && { ...cause, fix: JSON.stringify(cause.fix), sources: cause.evidence.map(({ source }) => source) }
  }
  const simulation = "simulation on gateway, block 39"

  it("knows the errors that name the author's mistake, and names the function and the contract", () => {
    const async = causeOf(error("AsyncModifierNotSet"))
    expect(async).to.deep.include({ name: "async-missing", sources: [simulation] })
    expect(async!.fix).to.contain("run()").and.to.contain(app).and.to.contain('"by":"others"')
    expect(causeOf(error("AsyncModifierNotSet"), {}, { to: null })!.fix)
      .to.contain("its constructor")
      .and.not.to.contain("null ")
    expect(causeOf(error("AsyncModifierNotSet"), {}, { mined: null })!.sources).to.deep.equal([
      "simulation on gateway, block 90",
    ])
    const view = causeOf(error("CalledAsView", [bump]))
    expect(view).to.deep.include({ name: "forwarder-function-views", sources: [simulation] })
    expect(view!.says).to.contain(app).and.to.contain("bump()")
    expect(causeOf(error("CalledAsView", [bump]), {}, { to: null })!.says).to.contain(zeroAddress)
    expect(view!.fix).to.contain("bump()")
    expect(causeOf(error("OnlyWatcher"))).to.equal(undefined)
  })

  it("finds a resolver that is not the gateway's: by its error, a constructor without one, or what the contract has", () => {
    const wrong = (...parameters: Parameters<typeof causeOf>) => {
      const { name, says, sources } = causeOf(...parameters) ?? {}
      return [name, /address resolver (0x\w{40}),/.exec(says ?? "")?.[1], sources?.length]
    }
    const named = error("InvalidAddressResolver", [resolver])
    expect(wrong(named)).to.deep.equal(["wrong-resolver", resolver, 1])
    expect(wrong(named, {}, { to: null })).to.deep.equal(["wrong-resolver", resolver, 1])
    expect(wrong(error("WatcherNotSet"), {}, { to: null })).to.deep.equal(["wrong-resolver", zeroAddress, 1])
    expect(wrong(error("WatcherNotSet"))).to.deep.equal([undefined, undefined, undefined])
    expect(wrong(error("WatcherNotSet"), { resolver })).to.deep.equal(["wrong-resolver", resolver, 2])
    expect(wrong("0x12345678", { resolver })).to.deep.equal(["wrong-resolver", resolver, 2])
    expect(wrong("0x12345678", { resolver: gateway.addressResolver })).to.deep.equal([undefined, undefined, undefined])
    expect(causeOf(named)!.fix).to.contain(gateway.addressResolver)
    expect(causeOf(named, {}, { to: null })!.says).not.to.contain("null ")
  })

  it("says what a call without a reason may be, or is", () => {
    const nameOf = (...parameters: Parameters<typeof causeOf>) => causeOf(...parameters)?.name
    const mistake = { by: app, forwarder: called, selector: bump }
    expect(nameOf("0x", { mistake: { ...mistake, kind: "views" } })).to.equal("forwarder-function-views")
    const returns = causeOf("0x", { mistake: { ...mistake, kind: "returns" } })
    expect(returns).to.deep.include({ name: "forwarder-function-returns", sources: [simulation, simulation] })
    expect(returns!.evidence[1]!.says).to.contain(called).and.to.contain(app)
    const missing = (at: Hex) => causeOf("0x", { mistake: { kind: "no contract", by: app, at } })
    expect(missing(called)).to.deep.include({ name: "forwarder-missing", sources: [simulation, simulation] })
    expect(missing(called)!.says).to.contain(called)
    expect(missing(zeroAddress)).to.deep.include({ name: "forwarder-zero", sources: [simulation, simulation] })
    const unknown = causeOf("0x")
    expect(unknown).to.deep.include({ name: "transaction-reverted", sources: [simulation] })
    expect(unknown!.fix).to.contain("run()")
    // What gave a reason, and a constructor, can be wrong in any way.
    expect(nameOf("0x12345678", { mistake: { ...mistake, kind: "views" } })).to.equal(undefined)
    expect(nameOf("0x", {}, { to: null })).to.equal(undefined)
    expect(nameOf(null)).to.equal(undefined)
    expect(nameOf("0x", {}, { from: null })).to.equal(undefined)
    expect(mistakeCause(gatewayCase(), {})).to.equal(undefined)
  })
})
