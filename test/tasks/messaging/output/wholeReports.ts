import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { toHandedCall } from "#src/messaging/wiring/handover/createSafeBatches.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { renderText } from "#src/terminal/renderText.js"
import { chainReport, chainsReport } from "#tasks/messaging/output/chainsReport.js"
import { connectionPlan } from "#tasks/messaging/output/connectCall.js"
import { feesFound } from "#tasks/messaging/output/feeTable.js"
import { messagesView } from "#tasks/messaging/output/messages.js"
import { messageTable } from "#tasks/messaging/output/messageTable.js"
import { retriesFound, retriesPlan } from "#tasks/messaging/output/retriesSummary.js"
import { retryFound } from "#tasks/messaging/output/retrySummary.js"
import { sendPlan } from "#tasks/messaging/output/sendPlan.js"
import { sentSummary, showWritten } from "#tasks/messaging/output/sentSummary.js"
import {
  calldataList,
  type SafeFile,
  wiringPlan,
  wiringStepLine,
  wiringSummary,
} from "#tasks/messaging/output/wiring.js"
import type { Fork } from "#tasks/messaging/wire/forkChain.js"
import { expectGolden } from "#test/fixtures/golden/expectGolden.js"
import { markColors } from "#test/fixtures/output/markColors.js"
import { printFound } from "#test/fixtures/output/printFound.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const chainName = (slug: number): string => ({ 41001: "alpha", 41002: "beta" })[slug] ?? String(slug)
const names = {
  gatewaySlug: 43,
  nameOf: (slug: number, at: string) => (slug === 41002 && at === address("2") ? "Greeter" : undefined),
}
const native = { symbol: "POL", decimals: 18 }
const [alpha, beta] = [
  { name: "alpha", slug: 41001, network: "alpha" },
  { name: "beta", slug: 41002, network: "beta" },
]

class Refused extends PlugsError {
  readonly code = "REFUSED"
}

/** What a function prints, with its colors: standard output, then what standard error has. */
function printed(print: (terminal: ReturnType<typeof recordTerminal>) => void): string[] {
  const terminal = recordTerminal({ isTTY: true, columns: 400 })
  print(terminal)
  return markColors([terminal.stdout(), terminal.stderr()].filter((text) => text !== "").join("--\n"))
}

describe("whole reports of messaging, with their colors", () => {
  it("of the chains of a project, and of one", () => {
    const parts: (string | undefined)[][] = []
    const configured = [
      { ...{ name: "alpha", network: "near", slug: 41001, chainId: 5, socket: address("1"), socketFrom: "devnet" } },
      { ...{ name: "beta", network: "far", slug: null, chainId: null, socket: null, socketFrom: null } },
    ]
    const switchboards = [
      { kind: "FAST", address: address("6"), siblings: [41001, 7] },
      { kind: "NATIVE_BRIDGE", address: address("7"), siblings: [41001] },
    ] as const
    const known = [
      { name: "gamma", slug: 9, chainId: 99, isMainnet: true, socket: address("3"), switchboards },
      { name: "delta", slug: 10, chainId: 10, socket: address("4"), switchboards: [] },
    ]
    const leftOut = [
      { network: "bare", why: "NO_CHAIN_ID", chain: null },
      { network: "fork", why: "CHAIN_TAKEN", chain: "alpha" },
    ] as const
    parts.push(markColors(chainsReport({ file: "own.json", configured, known, leftOut })))
    const none = chainsReport({ file: null, configured: configured.slice(0, 1), known: [] })
    parts.push(markColors(none).slice(-4))
    const full = { ...known[0]!, transmitManager: address("5"), startBlock: 12 }
    const one = (...parts: [(typeof configured)[number] | null, typeof full | (typeof known)[number] | null]) =>
      markColors(chainReport({ configured: parts[0], known: parts[1] }, chainName))
    parts.push(one(configured[0]!, full))
    parts.push(one(configured[1]!, null))
    parts.push(one(null, known[1]!))
    expect(one(null, full)[0]).to.contain("gamma")
    expectGolden("messaging/reports/chains-project-one.txt", parts)
  })

  it("of a connection, before it is sent", () => {
    const parts: (string | undefined)[][] = []
    const ends = { plug: address("1"), source: alpha, to: beta, book: names } as never
    const plan = (sibling: Address) =>
      markColors(connectionPlan({ ends, sibling, account: address("9"), cost: { cost: 123n, native } }))
    parts.push([...plan(address("2")), ...plan(zeroAddress)])
    expectGolden("messaging/reports/connection-before-sent.txt", parts)
  })

  it("of fees, of a message and of a call", () => {
    const parts: (string | undefined)[][] = []
    const row = {
      ...{ to: beta, gasLimit: 70n, payloadLength: 3, estimate: 5n * 10n ** 15n, onChain: 4n, note: null },
      ...{ differencePercent: "25.00", errors: [] },
    }
    const error = { shortMessage: "It fails.", facts: {} } as never
    const rows = [
      row,
      { ...row, differencePercent: "-3.10", estimate: null, note: "not known there" },
      { ...row, differencePercent: "0.00" },
      { ...row, differencePercent: null, onChain: null, errors: [error, error] },
    ]
    const fees = (priced: object) =>
      printed((terminal) => {
        printFound(feesFound(rows, { plug: "0x", source: alpha, priced } as never), false, terminal)
      })
    const gas = (from: string) => ({ kind: "message", gas: { gasLimit: 70n, from }, payloadLength: 3 })
    parts.push(fees(gas("plug")))
    expect([fees(gas("option")).at(-2), fees(gas("assumed")).at(-2)]).to.deep.equal([
      "<dim>For 70 gas (as given) and 3 bytes. The plug may ask for more gas: --call shows what sending costs.</>",
      "<dim>For 70 gas (assumed) and 3 bytes. The plug may ask for more gas: --call shows what sending costs.</>",
    ])
    const call = { kind: "call", functionName: "add", fee: 9n, messages: rows }
    parts.push(fees(call))
    expect(fees({ ...call, messages: [row] }).at(-2)).to.contain("sends one message.")
    expectGolden("messaging/reports/fees-message-call.txt", parts)
  })

  it("of messages in a list, and of those that were tracked", () => {
    const parts: (string | undefined)[][] = []
    const row = {
      ...{ messageId: bytes32(1), status: "EXECUTION_SUCCESS", srcChainSlug: 41002, srcPlug: address("2") },
      ...{ dstChainSlug: 41001, dstPlug: address("3"), outboundTx: bytes32(9), account: null, sentAt: 40_000 },
    }
    const list = [row, { ...row, status: null, sentAt: null, srcPlug: address("4") }]
    const table = messageTable(list, { chainName, plugName: names.nameOf, now: 100_000 })
    parts.push(markColors(table))

    const message = messageAt("RECEIVED")
    const executed = { ...message.executionDetails, executionTxHash: bytes32(31) }
    const steps = [
      message,
      { ...message, status: "SEALED" },
      { ...message, inboundTx: bytes32(30), to: { dstChainSlug: 41002, destPlug: address("2") } },
      { ...message, inboundTx: bytes32(30), executionDetails: executed, status: "EXECUTION_SUCCESS" },
    ].map((one, index) => ({ messageId: bytes32(index), state: one.status, at: 5_000, inState: 0, message: one }))
    const view = messagesView(chainName, undefined, names)
    const ranges = steps.map((last) => ({ first: { ...last, at: 2_000 }, last })) as never[]
    parts.push(markColors(view.summary(ranges)))
    expect(markColors(view.summary(ranges.slice(0, 1)))[0]).not.to.contain("plugs")
    const ofGreeter = {
      ...{ ...message, from: { ...message.from, srcChainSlug: 41002, srcPlug: address("2") } },
      to: { ...message.to, dstChainSlug: 41001, destPlug: address("3") },
    }
    const named = { first: steps[0], last: { ...steps[0], message: ofGreeter } } as never
    expect(markColors(view.summary([named])).join()).to.contain("Greeter → 0x33333333…333333  ")
    const lineOf = (step: object) => {
      const { name, place, state, explanation, detail, problem, isFinal } = view.lineParts(step as never)
      return markColors(
        [name.long, name.short, place, state, explanation, detail, problem, isFinal].map(String).join(" | "),
      )
    }
    parts.push([...steps, { ...steps[0], revert: { reason: "too low" } }].flatMap(lineOf))
    const end = (reading: Parameters<typeof messagesView>[3]) => {
      const { messages, ...fields } = messagesView(chainName, undefined, names, reading).endFields([]) as {
        messages: unknown
      }
      return { ...fields, count: (messages as unknown[]).length }
    }
    expect(end(undefined)).to.deep.equal({ count: 0 })
    expect(end({ source: "api", finality: undefined } as never)).to.deep.equal({ count: 0, source: "api" })
    expect(end({ source: "chain", finality: undefined })).to.deep.include({ source: "chain", finality: "latest" })
    expect(end({ source: "chain", finality: "safe" })).to.deep.include({ finality: "safe" })
    expectGolden("messaging/reports/messages-list-tracked.txt", parts)
  })

  it("of messages that are executed again, before and after", () => {
    const parts: (string | undefined)[][] = []
    const retry = (id: number, more: object) => ({
      message: { messageId: bytes32(id) },
      from: alpha,
      to: beta,
      ...more,
    })
    const prepared = (cost: bigint, value: bigint) => ({
      status: "prepared",
      gas: { cost },
      value,
      right: { kind: "own" },
      gasLimit: 7n,
    })
    const paid = { native, account: address("9") }
    const retries = [
      retry(1, { ...paid, state: prepared(10n ** 16n, 10n ** 15n) }),
      retry(2, { ...paid, state: prepared(2n * 10n ** 16n, 0n) }),
      retry(3, { state: { status: "executed before", execution: null } }),
      retry(4, { error: new Refused("It is refused.", { next: "Wait." }) }),
      retry(5, { to: alpha, from: beta, ...paid, state: prepared(10n ** 17n, 0n) }),
    ] as never[]
    const plan = (some: never[]) => markColors(retriesPlan(some, "inbound-reverts"))
    parts.push(plan(retries))
    parts.push(plan(retries.slice(2, 3)))
    const many = Array.from({ length: 16 }, () => retries[0]!)
    parts.push(plan(many).slice(-3))
    expect(plan(many.slice(1)).join("\n")).not.to.contain("more")

    const done = retry(6, {
      state: { status: "executed", execution: { transactionHash: bytes32(8), blockNumber: 4n } },
    })
    const ended = (some: object[], safeFiles?: readonly SafeFile[]) =>
      printed((terminal) => {
        printFound(retriesFound(some as never, "inbound-reverts", safeFiles), false, terminal)
      })
    const safeFiles = [
      { chainName: "alpha", file: "a.json", safe: address("8"), transactions: 1 },
      { chainName: "beta", file: "b.json", safe: address("7"), transactions: 3 },
    ]
    parts.push(ended([...retries, done], safeFiles))
    expect(ended([])).to.deep.equal([
      "No message of the project's plugs was found that has not arrived for inbound-reverts.",
      "",
    ])

    const subject = { messageId: bytes32(1), from: alpha, to: beta, account: address("9") }
    const one = (result: object, files?: readonly SafeFile[]) =>
      printed((terminal) => {
        printFound(retryFound(result as never, subject, files), false, terminal)
      })
    const execution = { transactionHash: bytes32(8), blockNumber: 4n }
    parts.push([
      ...one({ status: "executed", right: "own", execution }),
      ...one({ status: "executed", right: "granted", execution }),
      ...one({ status: "executed before", execution }),
      ...one({ status: "executed before", execution: null }),
      ...one(prepared(1n, 1n)),
      ...one(prepared(1n, 1n), safeFiles.slice(0, 1)),
    ])
    const json = (result: object) => {
      const terminal = recordTerminal()
      printFound(retryFound(result as never, subject), true, terminal)
      const { status, txHash, blockNumber, right, gasLimit, value } = JSON.parse(terminal.stdout()) as Record<
        string,
        unknown
      >
      return [status, txHash, blockNumber, right, gasLimit, value]
    }
    const sent = { right: "own", gasLimit: 7n, value: 3n, execution }
    expect(json({ ...sent, status: "executed" })).to.deep.equal(["executed", bytes32(8), "4", "own", "7", "3"])
    expect(json({ status: "executed before", execution: null })).to.deep.equal([
      "executed before",
      null,
      null,
      null,
      null,
      null,
    ])
    expect(json(prepared(1n, 3n))).to.deep.equal(["not sent", null, null, "own", "7", "3"])
    expectGolden("messaging/reports/messages-executed-again.txt", parts)
  })

  it("of a call, before it is sent and after", () => {
    const parts: (string | undefined)[][] = []
    const own = { source: alpha, chains: [alpha, beta], book: names } as never
    const to = (plug: string, slug = 41002) => ({ dstChainSlug: slug, dstPlug: address(plug) })
    const call = { functionName: "add", address: address("1"), value: 10n ** 16n }
    const prepared = { call, fee: 9n * 10n ** 15n, value: 0n, messages: [to("2"), to("2"), to("3", 7)] }
    const plan = (more: object) =>
      markColors(sendPlan({ ...prepared, ...more } as never, { own, account: address("9"), gas: 10n ** 15n, native }))
    parts.push(plan({}))
    const nine = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((plug) => to(plug))
    parts.push(plan({ messages: nine, value: 5n }).slice(-8))
    expect(plan({ messages: nine.slice(1) }).join("\n")).not.to.contain("more plugs")
    expect(plan({ messages: [...nine, to("a")] })).to.include("  <dim>and to  </>  2 more plugs")
    parts.push(plan({ messages: undefined }).slice(0, 4))

    const sent = { hash: bytes32(9), fee: 100n, value: 0n, attached: 110n }
    const ids = [
      { messageId: bytes32(1), ...to("2") },
      { messageId: bytes32(2), ...to("3") },
    ]
    const options = { chainName, plug: address("1"), source: alpha, names, evenWithoutMessage: false }
    const summary = (more: object, also: object = {}) =>
      markColors(sentSummary({ ...sent, messages: ids, ...more }, { ...options, ...also }))
    parts.push(summary({}))
    parts.push(summary({ messages: ids.slice(0, 1), value: 7n }, { plug: address("2"), source: beta }))
    const ends = ["4", "5"].map((digit) => ({ address: address(digit), encoded: `0x0${digit}` }))
    const [sender, recipient] = ends
    const inside = { sendId: bytes32(1_234), receiveId: bytes32(6), sender, recipient, gasLimit: 50_000n, value: 0n }
    const carried = new Map([[bytes32(2), inside]])
    const linkTo = (id: string) => `http://127.0.0.1/m/${id.slice(-1)}`
    parts.push(summary({}, { carried, linkTo }).slice(4))
    expect([summary({ messages: [] })[0], summary({ messages: [] }, { evenWithoutMessage: true })[0]]).to.deep.equal([
      "<magenta>The transaction sent no message, although its simulation did. The plug can keep what was attached.</>",
      "<green>Sent the transaction. It sent no message.</>",
    ])
    expect(summary({}, { evenWithoutMessage: true })[0]).to.equal("<green>Sent 2 messages.</>")
    const rest = (fee: bigint, attached: bigint, value = 0n) =>
      summary({ fee, attached, value })
        .find((line) => line.includes("attached"))
        ?.split(" wei)")[1]
    parts.push([rest(0n, 0n), rest(100n, 99n), rest(100n, 100n), rest(100n, 101n), rest(100n, 101n, 1n)])
    const file = { file: "a.json", chainName: "alpha", safe: address("8"), transactions: 1 }
    expect(
      printed((terminal) => {
        showWritten(prepared as never, { file, json: false }, terminal.out)
      }),
    ).to.deep.equal(["Wrote a.json: 1 transaction for 0x8888888888888888888888888888888888888888.", ""])
    expectGolden("messaging/reports/call-before-sent.txt", parts)
  })

  it("of a wiring: its plan, its steps, its results and the calls of others", () => {
    const parts: (string | undefined)[][] = []
    const before = { sibling: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress }
    const call = {
      signature: "connect(uint32,address,address,bytes,address)",
      args: [
        { type: "uint32", text: "41002" },
        { type: "address", text: address("2") },
        { type: "address", text: address("6") },
        { type: "bytes", text: `0x${"ab".repeat(200)}` },
        { type: "address", text: zeroAddress },
      ],
    }
    const change = {
      ...{ kind: "connect", application: "greeters", chain: "alpha", chainSlug: 41001, chainId: 5, plug: address("1") },
      ...{ siblingChain: "beta", siblingChainSlug: 41002, sibling: address("2"), switchboard: address("6") },
      ...{
        switchboardKind: "FAST",
        status: "ready",
        isShown: true,
        warnings: [],
        before,
        call,
        data: "0x1234",
        sender: address("9"),
      },
    }
    const connected = { sibling: address("4"), inboundSwitchboard: address("6"), outboundSwitchboard: address("7") }
    const same = { ...connected, sibling: address("2") }
    const changes = [
      change,
      { ...change, siblingChain: "gamma", before: connected, isShown: false, switchboardKind: undefined },
      { ...change, plug: address("3"), before: { ...same, outboundSwitchboard: address("6") } },
      {
        ...change,
        plug: address("3"),
        before: { ...same, inboundSwitchboard: address("7") },
        status: "elsewhere",
        reason: "the owner is another account",
      },
      {
        ...change,
        plug: address("3"),
        kind: "disconnect",
        before: connected,
        siblingChain: "delta",
        status: "blocked",
        isShown: false,
      },
    ]
    const extra = {
      application: "greeters",
      chain: "alpha",
      chainSlug: 41001,
      plug: address("1"),
      siblingChainSlug: 41002,
    }
    const extras = [
      { ...extra, siblingChain: "omega", sibling: address("5"), switchboard: address("6") },
      { ...extra, plug: address("3"), siblingChain: "delta", sibling: address("4"), switchboard: address("6") },
    ]
    const problems = [{ says: "alpha does not answer." }]
    const plan = { changes, extras, problems, inPlace: [{}, {}] } as never
    const nameOf = (_: number, at: Address) => (at === address("2") ? "Greeter" : undefined)
    parts.push(markColors(wiringPlan(plan, 400, nameOf)))
    const narrow = { changes: changes.slice(1, 2), extras: [], problems: [], inPlace: [] } as never
    const [at75, at76] = [75, 76].map((columns) => renderText(wiringPlan(narrow, columns, nameOf)))
    parts.push(markColors(at75))
    expect(at76)
      .to.contain(address("1"))
      .and.to.contain(`unknown switchboard ${address("6")}`)
    expect(wiringPlan({ changes: [], extras: [], problems: [], inPlace: [] }, 400, nameOf)).to.deep.equal([
      "Connections: none.",
    ])
    const two = { changes: [], extras: [], problems: [...problems, ...problems], inPlace: [] } as never
    expect(markColors(wiringPlan(two, 400, nameOf))).to.include("Connections: 2 problems.")

    const error = new Refused("It is refused.", { facts: { why: "so" }, next: "Ask the owner." })
    const results = [
      { change, status: "done" },
      { change: { ...change, kind: "disconnect" }, status: "done" },
      ...["in place", "changed", "pending", "unsent", "elsewhere", "blocked"].map((status) => ({ change, status })),
      { change: { ...change, reason: "the owner is another account" }, status: "elsewhere" },
      { change: { ...change, reason: "it would revert" }, status: "blocked" },
      { change, status: "failed", error },
      { change, status: "failed", error },
    ] as never[]
    const steps = [
      { kind: "resumed", chain: "alpha", hash: "0x12" },
      { kind: "sent", change, hash: "0x12" },
      ...results.map((result) => ({ kind: "ended", result })),
    ] as never[]
    parts.push(steps.flatMap((step) => markColors(wiringStepLine(step))))
    parts.push(markColors(wiringSummary(results, new Map())))
    const forks = new Map(
      (["beta", "alpha"] as const).map((chain, index) => [
        chain,
        { block: { chain, number: 40n - BigInt(index) } } as Fork,
      ]),
    )
    expect(markColors(wiringSummary(results.slice(0, 1), forks))).to.deep.equal([
      "<green>1 of 1 change is in place on forks of alpha at block 39 and beta at block 40; nothing was sent to the chains.</>",
    ])
    expect(wiringSummary([], new Map())).to.equal("There was nothing to send.")
    const others = [change, { ...change, sender: undefined }].map((one) => toHandedCall(one as never))
    parts.push(markColors(calldataList(others)))
    expectGolden("messaging/reports/wiring-plan-steps.txt", parts)
  })
})
