import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, decodeFunctionData, encodeErrorResult, type Hex, parseAbi, toFunctionSelector } from "viem"

import {
  callbackOf,
  type DueCall,
  readWatcherCall,
  timeoutCallOf,
  triggerCallOf,
  type WatcherCall,
  watcherCallCauses,
} from "#src/gateway/explaining/calls/watcherCalls.js"
import { feesManagerAbi } from "#src/gateway/onchain/abi.js"
import { watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import type { GatewayReading, PayloadFacts, TimeoutFacts, TriggerFacts } from "#src/gateway/reading/types.js"
import { fakeNode, reverted } from "#test/fixtures/nodes/fakeNode.js"
import { gatewayCase, minedAt, payloadFacts, timeoutFacts } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const app: Hex = `0x${"a".repeat(40)}`
const plug: Hex = `0x${"b".repeat(40)}`
const abis: readonly Abi[] = [parseAbi(["function bump(uint256)", "error TooHigh(uint256 by)"])]
const bump = toFunctionSelector("bump(uint256)")
const tooHigh = encodeErrorResult({ abi: abis[0]!, errorName: "TooHigh", args: [77n] })
/** At the time 9000. */
const reading = { ...gatewayCase(), abis }
const { gateway } = reading
const decoded = (call: DueCall | undefined) => {
  const { functionName, args } = decodeFunctionData({ abi: watcherAbi, data: call!.data })
  return [functionName, ...args]
}
const executed = (returnData: Hex | null, gasUsed: bigint | null = 55n) => ({
  mined: minedAt(5),
  returnData,
  gasUsed,
})

/** With any of its errors by name. */
const anyError: Abi = watcherAbi

describe("callbackOf", () => {
  const callback = { selector: bump, data: "0xdada" } as const
  const call = (more: Partial<PayloadFacts>) => callbackOf(reading, payloadFacts(1, { appGateway: app, ...more }))

  it("is due once its call was executed, or a schedule's time has come, until it is resolved", () => {
    const schedule = { callType: "SCHEDULE", dueAt: 9_000n } as const
    const due: [Partial<PayloadFacts>, boolean][] = [
      [{}, false],
      [{ executed: executed("0x") }, true],
      [{ executed: executed("0x"), resolved: { ...minedAt(6), fee: 1n } }, false],
      [schedule, true],
      [{ ...schedule, dueAt: 9_001n }, false],
      [{ ...schedule, dueAt: null }, false],
      [{ dueAt: 9_000n }, false],
      [{ executed: executed(null), callback }, false],
      [{ executed: executed(null) }, true],
    ]
    expect(due.map(([more]) => call(more) !== undefined)).to.deep.equal(due.map(([, isDue]) => isDue))
  })

  it("passes on the result of the call and the gas that it used, or nothing where there is none", () => {
    const whole = call({ executed: executed("0xbeef"), callback })
    expect(decoded(whole)).to.deep.equal(["resolvePayload", bytes32(1), bump, "0xdada", "0xbeef", 55n])
    expect(whole).to.include({ id: bytes32(1), retryId: bytes32(1), called: app, name: "callback-reverts" })
    expect(whole!.what).to.contain("bump()").and.to.contain(bytes32(1))
    const bare = call({ executed: executed(null, null) })
    expect(decoded(bare)).to.deep.equal(["resolvePayload", bytes32(1), "0x00000000", "0x", "0x", 0n])
    expect(bare!.what).to.contain("settlement")
  })

  it("knows from the API or from the log of its marking that it is given up, and why", () => {
    const details = { executeRevertString: null, callbackRevertString: "counter: too high" }
    const reported = { status: "EXECUTED", simulationDetails: details } as unknown as PayloadFacts["reported"]
    const told = (more: Partial<PayloadFacts>) => {
      const { isGivenUp, reportedReason } = call({ executed: executed("0x"), ...more })!
      return [isGivenUp, reportedReason]
    }
    const marked = { ...minedAt(8), revertData: tooHigh }
    expect(told({})).to.deep.equal([false, undefined])
    expect(told({ reported })).to.deep.equal([false, "counter: too high"])
    expect(told({ reported: { ...reported!, isGivenUp: true } })).to.deep.equal([true, "counter: too high"])
    expect(told({ marked })).to.deep.equal([true, "TooHigh(by: 77)"])
    // A marking without a reason leaves the API's.
    expect(told({ reported, marked: { ...marked, revertData: "0x" } })).to.deep.equal([true, "counter: too high"])
  })
})

describe("timeoutCallOf", () => {
  const call = (more: Partial<TimeoutFacts>) => timeoutCallOf(reading, timeoutFacts(3, { target: app, ...more }))

  it("is due in the second of its time, and over once it has run", () => {
    expect(call({ dueAt: 9_001n })).to.equal(undefined)
    expect(call({ dueAt: 1n, resolved: minedAt(80) })).to.equal(undefined)
    const due = call({ dueAt: 9_000n, payload: `${bump}00` })
    expect(decoded(due)).to.deep.equal(["resolveTimeout", bytes32(3)])
    expect(due).to.include({ id: bytes32(3), retryId: bytes32(3), called: app, name: "timeout-reverts" })
    expect(due).to.include({ isGivenUp: false, reportedReason: undefined })
    expect(due!.what).to.contain("bump()").and.to.contain(bytes32(3))
  })

  it("has the API's reason, and that it is given up", () => {
    const reported = {
      revertString: tooHigh,
      isResolved: false,
      isGivenUp: true,
    } as unknown as TimeoutFacts["reported"]
    expect(call({ reported })).to.include({ reportedReason: "TooHigh(by: 77)", isGivenUp: true })
  })
})

describe("triggerCallOf", () => {
  const alpha = { client: undefined as never, slug: 41001, name: "alpha", socket: undefined }
  const facts: TriggerFacts = {
    ...{ triggerId: bytes32(4), chain: alpha, sent: minedAt(30), plug, appGateway: app, payload: bump },
    ...{ handled: null, reported: undefined },
  }

  it("is due while all of it is known and it is not handled, and is retried by its transaction", () => {
    const due = triggerCallOf(reading, facts)
    const args = [bytes32(4), app, 41001, plug, bump].map(String)
    expect(decoded(due).map((one) => String(one).toLowerCase())).to.deep.equal(["callappgateway", ...args])
    expect(due).to.include({ id: bytes32(4), retryId: bytes32(30), called: app, name: "trigger-reverts" })
    expect(due).to.include({ isGivenUp: false, reportedReason: undefined })
    expect(due!.what).to.contain("bump()").and.to.contain(plug).and.to.contain("alpha")
    expect(triggerCallOf(reading, { ...facts, sent: null })!.retryId).to.equal(bytes32(4))
    for (const more of [{ handled: minedAt(31) }, { plug: null }, { appGateway: null }, { payload: null }]) {
      expect(triggerCallOf(reading, { ...facts, ...more }), Object.keys(more)[0]).to.equal(undefined)
    }
  })

  it("has the API's reason, and that it is given up", () => {
    const details = { revertString: tooHigh }
    const reported = {
      status: "Reverting",
      isGivenUp: true,
      ExecutionDetails: details,
    } as unknown as TriggerFacts["reported"]
    const { reportedReason, isGivenUp } = triggerCallOf(reading, { ...facts, reported })!
    expect([reportedReason, isGivenUp]).to.deep.equal(["TooHigh(by: 77)", true])
  })
})

const due: DueCall = {
  ...{ id: bytes32(3), data: "0x1234", what: "The call", called: app, calls: "0x12345678", name: "timeout-reverts" },
  ...{ reportedReason: undefined, isGivenUp: false, retryId: bytes32(9) },
}

describe("readWatcherCall", () => {
  const credits = encodeErrorResult({ abi: feesManagerAbi, errorName: "InsufficientCredits", args: [app, 9n, 2n] })
  /** Reads the call where the watcher reverts with this data, and says who asked whom. */
  async function readWith(data: Hex | undefined, more: Partial<GatewayReading> = {}, code?: Hex) {
    const asked: string[] = []
    const sources: string[] = []
    const { client } = fakeNode(({ method, params }) => {
      if (method === "eth_getCode") return code ?? "0x"
      const [{ from = "0x", to, data: input }] = params as [{ from?: Hex; to: Hex; data: Hex }]
      asked.push(`${from.slice(0, 4)} ${to.slice(0, 4)} ${input.slice(0, 10)}`)
      if (to !== gateway.watcher && code === undefined) return bytes32(5)
      return data === undefined ? "0x" : reverted(data)
    })
    const call = await readWatcherCall({ ...gatewayCase(more), gateway: { ...gateway, client } }, due, (source) => {
      sources.push(`${source.from.slice(0, 4)} ${source.to.slice(0, 4)} ${source.data} ${source.value}`)
      return Promise.resolve("contracts/App.sol:42")
    })
    return { call, asked, sources }
  }

  it("calls the watcher as its operator, and looks for the line of a revert only", async () => {
    const passing = await readWith(undefined)
    expect(passing.call.simulation).to.deep.equal({ reverts: false, returned: "0x" })
    expect(passing.asked).to.deep.equal(["0x44 0x22 0x1234"])
    expect(passing.sources).to.deep.equal([])
    const reverting = await readWith(tooHigh)
    expect(reverting.call.simulation).to.deep.equal({ reverts: true, data: tooHigh })
    expect(reverting.call).to.deep.include({ payer: undefined, line: { line: "contracts/App.sol:42", evidence: [] } })
    expect(reverting.sources).to.deep.equal(["0x44 0x22 0x1234 0"])
  })

  it("reads what an account has that does not pay, whose revert has no line", async () => {
    const { call, sources } = await readWith(credits)
    expect(call.payer).to.include({ reason: "credits", required: 9n, available: 2n, availableNow: 5n })
    expect(sources).to.deep.equal([])
    expect(call.line.line).to.equal(undefined)
  })

  it("finds out whether the contract lacks the function, where its revert gives no reason", async () => {
    expect((await readWith("0x", {}, "0x60")).call.isMissing).to.equal(true)
    expect((await readWith("0x", {}, "0x6312345678")).call.isMissing).to.equal(false)
    expect((await readWith(tooHigh, {}, "0x60")).call.isMissing).to.equal(false)
  })

  it("asks nothing of a watcher contract that it does not know", async () => {
    const { call, asked } = await readWith(tooHigh, { watcher: null })
    expect(call).to.include({ simulation: undefined, payer: undefined })
    expect(asked).to.deep.equal([])
  })
})

describe("watcherCallCauses", () => {
  const reverting = (data: Hex) => ({ reverts: true, data }) as const
  const watcherError = (errorName: string, args: readonly unknown[]) =>
    encodeErrorResult({ abi: anyError, errorName, args })
  const source = { line: "contracts/App.sol:42", evidence: [{ source: "the search", says: "stopped" }] }
  const causesOf = (more: Partial<WatcherCall>, api?: GatewayReading["api"]) => {
    const call = { ...due, kind: "watcher", payer: undefined, line: source, simulation: undefined, ...more } as const
    return watcherCallCauses({ ...reading, api }, call)
  }
  it("names the function that the contract lacks by its selector", () => {
    const [cause] = causesOf({ simulation: reverting("0x"), isMissing: true })
    expect(cause!.says).to.contain(`the contract ${app} has no function with the selector 0x12345678.`)
    expect(causesOf({ simulation: reverting("0x") })[0]!.says).to.not.contain("selector")
  })

  const shown = (...parameters: Parameters<typeof causesOf>) =>
    causesOf(...parameters).map(({ name, certainty, about, evidence }) => [
      name,
      certainty,
      about,
      evidence.map((one) => one.source),
    ])
  const api = { kind: "answer", isKnown: true } as const
  const simulation = "simulation on gateway, block 90"

  it("believes who has tried it where nothing can be simulated, and says where it has it from", () => {
    expect(shown({})).to.deep.equal([])
    const told = { reportedReason: "TooHigh(by: 77)" }
    const cause = ["timeout-reverts", "likely", bytes32(3)]
    expect(shown(told)).to.deep.equal([[...cause, ["gateway, its logs"]]])
    expect(shown(told, { kind: "no answer", message: "down" })).to.deep.equal([[...cause, ["gateway, its logs"]]])
    expect(shown(told, api)).to.deep.equal([[...cause, ["the gateway API"]]])
    expect(causesOf(told)[0]!.says).to.contain("TooHigh(by: 77)")
  })

  it("finds no fault with a call that succeeds, unless it is tried no more", () => {
    const passing = { simulation: { reverts: false, returned: "0x" } } as const
    expect(shown(passing)).to.deep.equal([])
    const [cause] = causesOf({ ...passing, isGivenUp: true, reportedReason: "TooHigh(by: 77)" }, api)
    expect(cause).to.deep.include({ name: "given-up", about: bytes32(3) })
    expect(cause!.fix).to.deep.include({ command: `npx hardhat gateway retry ${bytes32(9)}` })
    expect(cause!.evidence.map((one) => one.source)).to.deep.equal([simulation, "the gateway API"])
  })

  it("says nothing where the watcher refuses what is done by now or not due yet", () => {
    const refusals: [string, readonly unknown[]][] = [
      ["TimeoutNotDue", [bytes32(3), 9n]],
      ["AlreadyResolved", [bytes32(3)]],
      ["TriggerAlreadyHandled", [bytes32(3)]],
      ["TimeoutAlreadyResolved", [bytes32(3)]],
      ["NotFinalized", [bytes32(3)]],
    ]
    for (const [name, args] of refusals) {
      expect(shown({ simulation: reverting(watcherError(name, args)) }), name).to.deep.equal([])
    }
    expect(shown({ simulation: reverting(watcherError("RequestOver", [3])) })).to.have.length(1)
  })

  it("has the reason of the simulation, else of who has tried it, the line, and how it is tried again", () => {
    const whole = { simulation: reverting(tooHigh), reportedReason: "older" }
    expect(shown(whole, api)).to.deep.equal([
      ["timeout-reverts", undefined, bytes32(3), [simulation, "the gateway API", "the search"]],
    ])
    expect(causesOf(whole)[0]!.says).to.contain("at contracts/App.sol:42: TooHigh(by: 77)")
    expect(causesOf({ simulation: reverting("0x"), reportedReason: "older" })[0]!.says).to.contain("42: older.")
    expect(causesOf({ simulation: reverting("0x") })[0]!.says).to.contain("zero address")
    const fixOf = (isGivenUp: boolean) => JSON.stringify(causesOf({ ...whole, isGivenUp })[0]!.fix)
    expect(fixOf(true))
      .to.contain(`gateway retry ${bytes32(9)}`)
      .and.to.contain(app)
      .and.to.contain('"by":"others"')
    expect(fixOf(false)).not.to.contain("gateway retry")
    expect(JSON.stringify(causesOf({ ...whole, called: null })[0]!.fix)).not.to.contain("null ")
  })

  it("blames the account that does not pay, and a plug that its app gateway has not accepted", () => {
    const payer = { reason: "approval", account: plug, appGateway: app, isApprovedNow: false } as const
    const paid = shown({ simulation: reverting(tooHigh), payer, reportedReason: "older" })
    expect(paid).to.deep.equal([["not-approved", undefined, bytes32(3), [simulation, "gateway, block 90"]]])
    const refused = { simulation: reverting(watcherError("InvalidPlug", [app, 41001, plug])) }
    expect(shown(refused)).to.deep.equal([["plug-not-valid", undefined, bytes32(3), [simulation, "gateway, block 90"]]])
    const [cause] = causesOf(refused)
    expect(JSON.stringify(cause!.fix)).to.match(/_setValidPlug\(true, 41001, [^)]*0x(b|B){40}\)/)
    expect(cause!.says).to.contain(app)
    expect(JSON.stringify(cause!.fix)).to.contain(app)
    expect(cause!.evidence.at(-1)!.says).to.contain(`isValidPlug(${app}, 41001, `)
    const unnamed = causesOf({ ...refused, called: null })[0]!
    for (const text of [unnamed.says, JSON.stringify(unnamed.fix), ...unnamed.evidence.map(({ says }) => says)]) {
      expect(text.replace('"command":null', "")).not.to.contain("null")
    }
  })
})
