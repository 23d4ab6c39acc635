import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom } from "viem"

import { describeRequests, describeTimeout } from "#src/testing/assertions/effects/describeRequests.js"
import { describeMessages } from "#src/testing/assertions/messages/describeMessages.js"
import { nameAddress, nameChain, nameContract, withNames } from "#src/testing/assertions/names.js"
import { describeTries, findHold } from "#src/testing/assertions/reasons.js"
import { createHistory, createRegistry } from "#src/testing/world/registry.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [plug, sibling, account, token, stranger] = [1, 2, 3, 4, 5].map((digit) => `0x${String(digit).repeat(40)}`) as [
  ...[`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`],
]
const start = 1_767_225_600_000

/** A chain whose node does not answer, so that nothing explains a message. */
const silent = {
  contracts: {},
  publicClient: createClient({
    transport: custom({ request: () => Promise.reject(new Error("down")) }, { retryCount: 0 }),
  }),
}

type Given = {
  readonly paused?: readonly string[]
  readonly isRunning?: boolean
  readonly isManual?: boolean
  readonly faults?: readonly string[]
  readonly states?: readonly (readonly [status: string, after: number])[]
}

/** A world of two chains at the beginning of 2026, with a plug on each. */
function worldWith({
  paused = [],
  isRunning = true,
  isManual = false,
  faults = [],
  states = [["RECEIVED", 0]],
}: Given = {}) {
  const registry = createRegistry()
  registry.add({ name: "Counter", chain: "alpha", address: plug, abi: [] })
  registry.add({ name: "Box", chain: "beta", address: sibling, abi: [] })
  return {
    registry,
    devnet: {
      chains: { alpha: { ...silent, slug: 1, name: "alpha" }, beta: { ...silent, slug: 2, name: "beta" } },
      market: { alpha: { tokens: { usdc: { symbol: "USDC", address: token } } } },
    },
    relay: { running: isRunning, isPaused: (stage: string) => paused.includes(stage) },
    delivery: { isManual: () => isManual },
    clock: { now: () => start, sleep: () => new Promise<never>(() => undefined) },
    faultTexts: new Set([() => faults.slice(0, 1), () => faults.slice(1)]),
    history: { of: () => states.map(([status, after]) => ({ status, at: start + after })) },
    hre: { artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) } },
  } as never
}

const message = (more: object = {}) => ({
  ...{ outbound: { srcChainSlug: 1, srcPlug: plug, dstChainSlug: 2, dstPlug: sibling }, status: "RECEIVED", ...more },
})

describe("the names in failure texts", () => {
  const alpha = { name: "alpha", accounts: [stranger, account] } as const

  it("are those of contracts, tokens and accounts of the chain, in any case of the address", () => {
    const names = [plug, token, account, sibling].map((address) => nameAddress(worldWith(), alpha, address))
    expect(names).to.deep.equal(["Counter", "USDC", `accounts[1] ${account}`, sibling])
    const beta = nameAddress(worldWith(), { ...alpha, name: "beta" }, token)
    expect(beta).to.equal(token)
    expect([nameContract(worldWith(), "beta", sibling), nameContract(worldWith(), "alpha", sibling)]).to.deep.equal([
      ...["Box on beta", `${sibling} on alpha`],
    ])
    expect([nameChain(worldWith(), 2), nameChain(worldWith(), 7)]).to.deep.equal(["beta", "chain 7"])
  })

  it("stand in sentences for addresses on a chain that has such a contract", () => {
    const sentence = `the plug ${plug} on alpha calls ${sibling} on beta, ${sibling} on alpha and ${plug} on alphabet`
    expect(withNames(worldWith(), sentence)).to.equal(
      `Counter on alpha calls Box on beta, ${sibling} on alpha and ${plug} on alphabet`,
    )
  })

  it("are the last that were given, and forgotten where a test goes back to", () => {
    const registry = createRegistry()
    const add = (name: string) => {
      registry.add({ name, chain: "alpha", address: "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd", abi: [] })
    }
    add("First")
    const back = registry.remember()
    add("Second")
    const find = () => registry.find("alpha", "0xABCDEFabcdefabcdefabcdefabcdefabcdefabcd")?.name
    expect([find(), registry.all().length, registry.find("beta", plug)]).to.deep.equal(["Second", 2, undefined])
    back()
    expect([find(), registry.all().length]).to.deep.equal(["First", 1])
  })
})

describe("why something is no further", () => {
  it("is that the relay is stopped, or that the test holds its stage", () => {
    expect(findHold(worldWith({ paused: ["seal"] }), "propose")).to.deep.equal([])
    expect(findHold(worldWith({ paused: ["seal"] }), undefined)).to.deep.equal([])
    expect(findHold(worldWith({ paused: ["seal"] }), "seal")[0]).to.contain('world.release("seal")')
    expect(findHold(worldWith({ isRunning: false, paused: ["seal"] }), "seal")[0]).to.contain("The relay is stopped")
  })

  it("is that it was tried so often, and is tried again after so many whole seconds, one at least", () => {
    const tries = (attempts: number, after: number | undefined) =>
      describeTries(worldWith(), { attempts, retryAt: after === undefined ? undefined : start + after })
    expect([1, 2, 3].map((count) => tries(count, undefined))).to.deep.equal([
      ...["once", "twice", "3 times"].map((times) => `It was tried ${times}, and is not tried again.`),
    ])
    const waits = [-5_000, 0, 1, 1_000, 1_001].map((after) => /\((\d+)\)/.exec(tries(1, after))?.[1])
    expect(waits).to.deep.equal(["1", "1", "1", "1", "2"])
  })
})

describe("messages in failure texts", () => {
  const lines = async (given: Given, ...records: object[]) =>
    (await describeMessages(worldWith(given), records as never)).split("\n")

  it("have their states with the times that they stayed, and what the test does", async () => {
    const states = [
      ["RECEIVED", -1_802_499],
      ["SEALED", -2_499],
      ["PROPOSED", -1_499],
      ["ATTESTED", -500],
    ] as const
    expect(await lines({ states, paused: ["verify"] }, message({ status: "ATTESTED" }))).to.deep.equal([
      "  Counter on alpha → Box on beta",
      "    RECEIVED (30 min 00 s) → SEALED (1 s) → PROPOSED → ATTESTED",
      '    The test holds the stage verify: world.release("verify") lets it go on.',
    ])
    expect((await lines({ isManual: true }, message())).at(-1)).to.contain("Delivery is by hand")
    expect(await lines({ isManual: true }, message({ status: "EXECUTION_SUCCESS" }))).to.have.length(2)
    const note = { stage: "failed", attempts: 2, retryAt: start + 9_000 }
    const failed = await lines({ isManual: true, paused: ["seal"] }, message({ status: "EXECUTION_FAILURE", note }))
    expect(failed.at(-1)).to.equal("    It was tried twice, and is not tried again.")
    const verified = await lines({}, message({ status: "VERIFIED", note: { stage: "verified", attempts: 2 } }))
    expect(verified).to.have.length(2)
    const retried = await lines({}, message({ status: "VERIFIED", note: { ...note, stage: "waiting" } }))
    expect(retried.at(-1)).to.equal("    It was tried twice. world.time.increase(9) lets it be tried again.")
    expect((await lines({}, message({ executionTx: bytes32(7) }))).at(-1)).to.equal(
      `    It was executed on beta in transaction ${bytes32(7)}.`,
    )
  })

  it("are counted where they are alike, and five at most; faults come last", async () => {
    const other = message({ outbound: { ...message().outbound, dstPlug: stranger } })
    const given = { paused: ["seal"], faults: ["a", "b"] }
    const [first, , , second] = await lines(given, message(), message(), other)
    expect([first, second]).to.deep.equal([
      "  Counter on alpha → Box on beta, 2 messages",
      `  Counter on alpha → ${stranger} on beta`,
    ])
    expect((await lines(given, message())).at(-1)).to.equal("  while there is a and b")
    const all = await lines({ paused: ["seal"] }, ...Array.from({ length: 7 }, () => message()))
    expect([all[0], all.at(-1)]).to.deep.equal(["  Counter on alpha → Box on beta, 5 messages", "  and 2 more"])
    const six = await lines({ paused: ["seal"] }, ...Array.from({ length: 6 }, () => message()))
    expect(six.at(-1)).to.equal("  and 1 more")
    const five = await lines({ paused: ["seal"] }, ...Array.from({ length: 5 }, () => message()))
    expect(five).to.have.length(3)
  })

  it("have a history from which what was set back is forgotten", () => {
    let listener: (record: object) => void = () => undefined
    let now = 1
    const history = createHistory({ onMessage: (given: never) => ((listener = given), () => undefined) }, {
      now: () => now,
    } as never)
    const record = (status: string) => ({ outbound: { packedMessage: bytes32(1) }, status, since: 99 })
    for (const status of ["RECEIVED", "SEALED", "PROPOSED", "SEALED"]) {
      listener(record(status))
      now += 1
    }
    const of = (status: string) => history.of(record(status) as never).map((state) => `${state.status} ${state.at}`)
    expect(of("SEALED")).to.deep.equal(["RECEIVED 1", "SEALED 4"])
    expect(of("ATTESTED")).to.deep.equal(["ATTESTED 99"])
  })
})

describe("requests in failure texts", () => {
  const payload = (more: object = {}) => ({
    ...{ payloadId: bytes32(4), status: "NO", since: start, callType: "SCHEDULE", chainSlug: 2, target: sibling },
    ...{ callData: "0x", executed: undefined, executionAttempt: { outcome: "NO" }, callbackAttempt: { outcome: "NO" } },
    ...more,
  })
  const context = (given: Given = {}, ledger: object = {}) =>
    ({
      world: worldWith(given),
      gateway: {
        chain: { ...silent, name: "gateway", slug: 9, accounts: [account] },
        ledger: { executeAtOf: () => undefined, isReady: () => true, payload: () => undefined, ...ledger },
      },
    }) as never

  it("have each payload with its call, its state and why it waits", async () => {
    const of = async (one: object, given: Given = {}, ledger: object = {}) => {
      const request = {
        requestCount: 3,
        appGateway: account,
        status: "IN_PROGRESS",
        isCancelled: false,
        payloads: [one],
      }
      return (await describeRequests(context(given, ledger), [request] as never)).map((line) =>
        line.replace(bytes32(4), "<id>").trim(),
      )
    }
    const since = "since 2026-01-01 00:00:00 UTC (payload <id>)"
    expect(await of(payload())).to.deep.equal([
      `request 3 of accounts[0] ${account} is IN_PROGRESS`,
      `a schedule is NO ${since}`,
    ])
    expect((await of(payload(), {}, { isReady: () => false })).at(-1)).to.equal("It waits for payloads before it.")
    const due = await of(
      payload({ status: "FINALIZED" }),
      {},
      { executeAtOf: () => start / 1_000 + 60, isReady: () => false },
    )
    expect(due.at(-1)).to.equal("It is due at 2026-01-01 00:01:00 UTC: world.time.setTo(1767225660) lets it run.")
    const ran = await of(payload({ status: "EXECUTED", executed: {} }), {}, { executeAtOf: () => 5 })
    expect(ran).to.have.length(2)
    const names = [
      ["DEPLOY", "a deployment to beta"],
      ["DISTRIBUTE_FEE", "the payment of fees on beta"],
    ] as const
    for (const [callType, text] of names)
      expect((await of(payload({ callType })))[1]).to.equal(`${text} is NO ${since}`)
    expect((await of(payload({ callType: "DEPLOY", chainSlug: 77 })))[1]).to.contain("a deployment to gateway")
    const stages = [
      ...[
        ["NO", "accept"],
        ["FINALIZING", "finalize"],
        ["FINALIZED", "simulatePayload"],
        ["EXECUTING", "executePayload"],
      ],
      ...[
        ["EXECUTED", "simulateCallback"],
        ["PROMISE_RESOLVING", "resolve"],
      ],
    ] as const
    for (const [status, stage] of stages) {
      const others = stages.map(([, each]) => each).filter((each) => each !== stage)
      expect((await of(payload({ status, callType: "DEPLOY" }), { paused: [stage] })).at(-1)).to.contain(
        `the stage ${stage}:`,
      )
      expect(await of(payload({ status, callType: "DEPLOY" }), { paused: others })).to.have.length(2)
    }
    expect(await of(payload({ status: "PROMISE_RESOLVED" }), { isRunning: false })).to.have.length(2)
  })

  it("have the last revert of a payload, its callback or a timeout, where nothing explains it, and how often it was tried", async () => {
    const attempt = { outcome: "SIMULATION_FAILED", attempts: 3, revertData: "0x12345678", retryAt: start + 5_000 }
    const linesOf = async (more: object, ofRequest: object = {}) => {
      const request = { requestCount: 3, appGateway: account, status: "IN_PROGRESS", isCancelled: false, ...ofRequest }
      const lines = await describeRequests(context({ paused: ["accept"] }), [
        { ...request, payloads: [payload({ callType: "WRITE", ...more })] },
      ] as never)
      return lines.map((line) => line.replace(bytes32(4), "<id>").trim())
    }
    const reverts = "It reverts: an error that no known ABI has, with the selector 0x12345678."
    const tried = "It was tried 3 times. world.time.increase(5) lets it be tried again."
    expect(await linesOf({ executionAttempt: attempt }, { isCancelled: true })).to.deep.equal([
      `request 3 of accounts[0] ${account} is IN_PROGRESS, and cancelled`,
      "a WRITE of Box on beta is NO since 2026-01-01 00:00:00 UTC (payload <id>)",
      ...[reverts, tried],
    ])
    const executed = { status: "EXECUTED", executed: {}, executionAttempt: attempt }
    expect(await linesOf(executed)).to.have.length(2)
    expect((await linesOf({ ...executed, callbackAttempt: attempt })).slice(2)).to.deep.equal([reverts, tried])
    const timeout = { timeoutId: bytes32(4), executeAt: start / 1_000, resolved: undefined, attempt, target: account }
    const lines = await describeTimeout(context(), timeout as never)
    expect(lines.slice(1).map((line) => line.trim())).to.deep.equal([reverts, tried])
  })

  it("have timeouts with when they were due, and ran or have not", async () => {
    const attempt = { outcome: "NO", revertData: undefined }
    const timeout = { timeoutId: bytes32(4), executeAt: start / 1_000, resolved: undefined, attempt, target: account }
    const of = async (more: object, given: Given = {}) =>
      (await describeTimeout(context(given), { ...timeout, ...more } as never)).map((line) =>
        line.replace(bytes32(4), "<id>"),
      )
    const was = `  <id> of accounts[0] ${account} was due at 2026-01-01 00:00:00 UTC and`
    expect(await of({})).to.deep.equal([`${was} has not run`])
    expect(await of({ resolved: { executedAt: start / 1_000 + 1 } }, { paused: ["timeout"] })).to.deep.equal([
      `${was} ran at 2026-01-01 00:00:01 UTC`,
    ])
    expect((await of({}, { paused: ["timeout"] })).at(-1)).to.contain("    The test holds the stage timeout")
  })
})
