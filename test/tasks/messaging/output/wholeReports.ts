import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { toHandedCall } from "../../../../src/messaging/wiring/handover/createSafeBatches.js"
import { PlugsError } from "../../../../src/primitives/PlugsError.js"
import { createPaint } from "../../../../src/terminal/paint.js"
import { chainReport, chainsReport } from "../../../../tasks/messaging/output/chainsReport.js"
import { connectionPlan } from "../../../../tasks/messaging/output/connectCall.js"
import { printFees } from "../../../../tasks/messaging/output/feeTable.js"
import { messagesView } from "../../../../tasks/messaging/output/messages.js"
import { messageTable } from "../../../../tasks/messaging/output/messageTable.js"
import { printRetries, retriesPlan } from "../../../../tasks/messaging/output/retriesSummary.js"
import { printRetry } from "../../../../tasks/messaging/output/retrySummary.js"
import { sendPlan } from "../../../../tasks/messaging/output/sendPlan.js"
import { sentSummary, showWritten } from "../../../../tasks/messaging/output/sentSummary.js"
import { calldataList, wiringPlan, wiringStepLine, wiringSummary } from "../../../../tasks/messaging/output/wiring.js"
import type { Fork } from "../../../../tasks/messaging/wire/forkChain.js"
import { markColors } from "../../../fixtures/output/markColors.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"
import { bytes32, messageAt } from "../../../fixtures/wire/messages.js"

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const paint = createPaint(true)
const { out } = recordTerminal({ isTTY: true, columns: 400 })
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
    expect(markColors(chainsReport({ file: "own.json", configured, known }, out))).to.deep.equal([
      "<bold>Chains of this project</>",
      "<bold>chain</>          <bold>slug</>  <bold>network</>  <bold>socket</>             <bold>socket from</>",
      "alpha         41001  near     0x11111111…111111  devnet",
      "beta   asked on use  far      <magenta>unknown</>            –",
      "",
      "<bold>Known deployments, from own.json</>",
      "<bold>chain</>  <bold>slug</>  <bold>chain id</>  <bold>net</>   <bold>reaches</>",
      "gamma     9        99  main        2",
      "delta    10        10  test        0",
      "",
      "<dim>No network was asked. What one chain reaches, and by which switchboards: messaging chains --chain <name></>",
    ])
    const none = chainsReport({ file: null, configured: configured.slice(0, 1), known: [] }, out)
    expect(markColors(none).slice(-4)).to.deep.equal([
      "<bold>Known deployments, as this package has them</>",
      "none",
      "",
      "<dim>No network was asked. What one chain reaches, and by which switchboards: messaging chains --chain <name></>",
    ])
    const full = { ...known[0]!, transmitManager: address("5"), startBlock: 12 }
    const one = (...parts: [(typeof configured)[number] | null, typeof full | (typeof known)[number] | null]) =>
      markColors(chainReport({ configured: parts[0], known: parts[1] }, chainName, out))
    expect(one(configured[0]!, full)).to.deep.equal([
      "<bold>alpha</>",
      "  <dim>slug                  </>  41001",
      "  <dim>chain id              </>  5",
      "  <dim>network               </>  near",
      "  <dim>socket                </>  0x1111111111111111111111111111111111111111 (devnet)",
      "  <dim>transmit manager      </>  0x5555555555555555555555555555555555555555",
      "  <dim>start block           </>  12",
      "  <dim>FAST                  </>  0x6666666666666666666666666666666666666666",
      "  <dim>NATIVE_BRIDGE to alpha</>  0x7777777777777777777777777777777777777777",
      "",
      "<bold>reaches</>   <bold>slug</>  <bold>by</>",
      "alpha    41001  FAST, NATIVE_BRIDGE",
      "7            7  FAST",
    ])
    expect(one(configured[1]!, null)).to.deep.equal([
      "<bold>beta</>",
      "  <dim>slug    </>  follows from the chain id, which its network is asked for on use",
      "  <dim>chain id</>  not in the configuration",
      "  <dim>network </>  far",
      "  <dim>socket  </>  unknown: write it in plugs.chains",
      "<magenta>Nothing is known of its switchboards.</>",
    ])
    expect(one(null, known[1]!)).to.deep.equal([
      "<bold>delta</>",
      "  <dim>slug    </>  10",
      "  <dim>chain id</>  10",
      "  <dim>network </>  none in the configuration",
      "  <dim>socket  </>  0x4444444444444444444444444444444444444444",
      "<magenta>It reaches no other chain.</>",
    ])
    expect(one(null, full)[0]).to.contain("gamma")
  })

  it("of a connection, before it is sent", () => {
    const ends = { plug: address("1"), source: alpha, to: beta, book: names } as never
    const plan = (sibling: Address) =>
      markColors(connectionPlan({ ends, sibling, account: address("9"), cost: { cost: 123n, native } }, paint))
    expect([...plan(address("2")), ...plan(zeroAddress)]).to.deep.equal([
      "  <dim>plug on alpha  </>  0x1111111111111111111111111111111111111111",
      "  <dim>sibling on beta</>  0x2222222222222222222222222222222222222222 (Greeter)",
      "  <dim>account        </>  0x9999999999999999999999999999999999999999",
      "  <dim>gas            </>  at most 0.00000000000000013 POL",
      "  <dim>plug on alpha  </>  0x1111111111111111111111111111111111111111",
      "  <dim>sibling on beta</>  none",
      "  <dim>account        </>  0x9999999999999999999999999999999999999999",
      "  <dim>gas            </>  at most 0.00000000000000013 POL",
    ])
  })

  it("of fees, of a message and of a call", () => {
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
        printFees(rows, { plug: "0x", source: alpha, priced, json: false, error: undefined } as never, terminal)
      })
    const gas = (from: string) => ({ kind: "message", gas: { gasLimit: 70n, from }, payloadLength: 3 })
    expect(fees(gas("plug"))).to.deep.equal([
      "<bold>to</>                    <bold>API estimate</>              <bold>on-chain minimum</>  <bold>difference</>  <bold>note</>             <bold>error</>",
      "beta  0.005 (5000000000000000 wei)  0.000000000000000004 (4 wei)    +25.00 %  <magenta></>                 <red></>",
      "beta                             –  0.000000000000000004 (4 wei)     -3.10 %  <magenta>not known there</>  <red></>",
      "beta  0.005 (5000000000000000 wei)  0.000000000000000004 (4 wei)      0.00 %  <magenta></>                 <red></>",
      "beta  0.005 (5000000000000000 wei)                             –           –  <magenta></>                 <red>It fails. It fails.</>",
      "--",
      "<dim>For 70 gas (the plug's INBOUND_GAS) and 3 bytes. A function may ask for more gas: --call shows what sending costs.</>",
      "",
    ])
    expect([fees(gas("option")).at(-2), fees(gas("assumed")).at(-2)]).to.deep.equal([
      "<dim>For 70 gas (as given) and 3 bytes. The plug may ask for more gas: --call shows what sending costs.</>",
      "<dim>For 70 gas (assumed) and 3 bytes. The plug may ask for more gas: --call shows what sending costs.</>",
    ])
    const call = { kind: "call", functionName: "add", fee: 9n, messages: rows }
    expect(fees(call)).to.deep.equal([
      "<bold>to</>    <bold>gas limit</>  <bold>bytes</>                  <bold>API estimate</>              <bold>on-chain minimum</>  <bold>difference</>  <bold>note</>             <bold>error</>",
      "beta         70      3  0.005 (5000000000000000 wei)  0.000000000000000004 (4 wei)    +25.00 %  <magenta></>                 <red></>",
      "beta         70      3                             –  0.000000000000000004 (4 wei)     -3.10 %  <magenta>not known there</>  <red></>",
      "beta         70      3  0.005 (5000000000000000 wei)  0.000000000000000004 (4 wei)      0.00 %  <magenta></>                 <red></>",
      "beta         70      3  0.005 (5000000000000000 wei)                             –           –  <magenta></>                 <red>It fails. It fails.</>",
      "",
      "<bold>Sending costs 0.000000000000000009 (9 wei), gas not counted: add sends 4 messages.</>",
      "",
    ])
    expect(fees({ ...call, messages: [row] }).at(-2)).to.contain("sends one message.")
  })

  it("of messages in a list, and of those that were tracked", () => {
    const row = {
      ...{ messageId: bytes32(1), status: "EXECUTION_SUCCESS", srcChainSlug: 41002, srcPlug: address("2") },
      ...{ dstChainSlug: 41001, dstPlug: address("3"), outboundTx: bytes32(9), account: null, sentAt: 40_000 },
    }
    const list = [row, { ...row, status: null, sentAt: null, srcPlug: address("4") }]
    const table = messageTable(list, { chainName, plugName: names.nameOf, now: 100_000 }, { paint, columns: 200 })
    expect(markColors(table)).to.deep.equal([
      "       <bold>age</>  <bold>state</>              <bold>route</>         <bold>plug</>               <bold>transaction</>",
      "1 min 00 s  <green>EXECUTION_SUCCESS</>  beta → alpha  Greeter            0x0000000000000000000000000000000000000000000000000000000000000009",
      "         –  –                  beta → alpha  0x44444444…444444  0x0000000000000000000000000000000000000000000000000000000000000009",
    ])

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
    expect(markColors(view.summary(ranges, out))).to.deep.equal([
      "<bold>message</>                                                             <bold>route</>         <bold>plugs</>                        <bold>state</>              <bold>time</>  <bold>last tx</>",
      "0x0000000000000000000000000000000000000000000000000000000000000000  alpha → beta                               <cyan>RECEIVED</>            3 s  0x0000000000000000000000000000000000000000000000000000000000000abc",
      "0x0000000000000000000000000000000000000000000000000000000000000001  alpha → beta                               <cyan>SEALED</>              3 s  0x0000000000000000000000000000000000000000000000000000000000000abc",
      "0x0000000000000000000000000000000000000000000000000000000000000002  alpha → beta  0x5FbDB231…180aa3 → Greeter  <cyan>RECEIVED</>            3 s  0x000000000000000000000000000000000000000000000000000000000000001e",
      "0x0000000000000000000000000000000000000000000000000000000000000003  alpha → beta                               <green>EXECUTION_SUCCESS</>   3 s  0x000000000000000000000000000000000000000000000000000000000000001f",
    ])
    expect(markColors(view.summary(ranges.slice(0, 1), out))[0]).not.to.contain("plugs")
    const ofGreeter = {
      ...{ ...message, from: { ...message.from, srcChainSlug: 41002, srcPlug: address("2") } },
      to: { ...message.to, dstChainSlug: 41001, destPlug: address("3") },
    }
    const named = { first: steps[0], last: { ...steps[0], message: ofGreeter } } as never
    expect(view.summary([named], out)).to.contain("Greeter → 0x33333333…333333  ")
    const lineOf = (step: object) => {
      const { name, place, state, explanation, detail, problem, isFinal } = view.lineParts(step as never, paint)
      return markColors(
        [name.long, name.short, place, state, explanation, detail, problem, isFinal].map(String).join(" | "),
      )
    }
    expect([...steps, { ...steps[0], revert: { reason: "too low" } }].flatMap(lineOf)).to.deep.equal([
      "0x00000000…000000 | …000000 | alpha → beta | <cyan>RECEIVED</>          | queued on the source chain | sent in 0x0000000000000000000000000000000000000000000000000000000000000abc | undefined | false",
      "0x00000000…000001 | …000001 | alpha → beta | <cyan>SEALED</>            | sealed into a packet on the source chain | undefined | undefined | false",
      "0x00000000…000002 | …000002 | alpha → beta | <cyan>RECEIVED</>          | queued on the source chain | inbound in 0x000000000000000000000000000000000000000000000000000000000000001e | undefined | false",
      "0x00000000…000003 | …000003 | alpha → beta | <green>EXECUTION_SUCCESS</> | delivered | executed in 0x000000000000000000000000000000000000000000000000000000000000001f | undefined | true",
      "0x00000000…000000 | …000000 | alpha → beta | <cyan>RECEIVED</>          | queued on the source chain | undefined | reverts: too low | false",
    ])
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
  })

  it("of messages that are executed again, before and after", () => {
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
    const plan = (some: never[]) => markColors(retriesPlan(some, "inbound-reverts", { paint, columns: 200 }))
    expect(plan(retries)).to.deep.equal([
      "5 messages have not arrived: inbound-reverts.",
      "<bold>message</>            <bold>route</>         <bold>cost</>",
      "0x00000000…000001  alpha → beta  at most 0.011 POL",
      "0x00000000…000002  alpha → beta  at most 0.02 POL",
      "0x00000000…000003  alpha → beta  it was executed already",
      "0x00000000…000004  alpha → beta  It is refused.",
      "0x00000000…000005  beta → alpha  at most 0.1 POL",
      "  <dim>account on beta </>  0x9999999999999999999999999999999999999999",
      "  <dim>in all          </>  at most 0.031 POL",
      "  <dim>account on alpha</>  0x9999999999999999999999999999999999999999",
      "  <dim>in all          </>  at most 0.1 POL",
    ])
    expect(plan(retries.slice(2, 3))).to.deep.equal([
      "One message has not arrived: inbound-reverts.",
      "<bold>message</>            <bold>route</>         <bold>cost</>",
      "0x00000000…000003  alpha → beta  it was executed already",
    ])
    const many = Array.from({ length: 16 }, () => retries[0]!)
    expect(plan(many).slice(-3)).to.deep.equal([
      "and 1 more",
      "  <dim>account on beta</>  0x9999999999999999999999999999999999999999",
      "  <dim>in all         </>  at most 0.18 POL",
    ])
    expect(plan(many.slice(1)).join("\n")).not.to.contain("more")

    const done = retry(6, {
      state: { status: "executed", execution: { transactionHash: bytes32(8), blockNumber: 4n } },
    })
    const options = { cause: "inbound-reverts", json: false, safeFiles: undefined, error: undefined }
    const ended = (some: object[], more = {}) =>
      printed((terminal) => {
        printRetries(some as never, { ...options, ...more }, terminal)
      })
    const safeFiles = [
      { file: "a.json", safe: address("8"), transactions: 1 },
      { file: "b.json", safe: address("7"), transactions: 3 },
    ]
    expect(ended([...retries, done], { safeFiles })).to.deep.equal([
      "<green>Executed 0x0000000000000000000000000000000000000000000000000000000000000006 on beta.</>",
      "Wrote a.json: 1 transaction for 0x8888888888888888888888888888888888888888.",
      "Wrote b.json: 3 transactions for 0x7777777777777777777777777777777777777777.",
      "--",
      "<red>0x0000000000000000000000000000000000000000000000000000000000000004 on beta: It is refused.",
      "Wait.</>",
      "",
    ])
    expect(ended([])).to.deep.equal([
      "No message of the project's plugs was found that has not arrived for inbound-reverts.",
      "",
    ])

    const subject = { messageId: bytes32(1), from: alpha, to: beta, account: address("9") }
    const one = (result: object, more = {}) =>
      printed((terminal) => {
        printRetry(result as never, { subject, json: false, ...more }, terminal)
      })
    const execution = { transactionHash: bytes32(8), blockNumber: 4n }
    expect([
      ...one({ status: "executed", right: "own", execution }),
      ...one({ status: "executed", right: "granted", execution }),
      ...one({ status: "executed before", execution }),
      ...one({ status: "executed before", execution: null }),
      ...one(prepared(1n, 1n)),
      ...one(prepared(1n, 1n), { safeFiles: safeFiles.slice(0, 1) }),
    ]).to.deep.equal([
      "<green>Executed 0x0000000000000000000000000000000000000000000000000000000000000001 on beta.</>",
      "  <dim>transaction</>  0x0000000000000000000000000000000000000000000000000000000000000008",
      "  <dim>block      </>  4",
      "",
      "<green>Executed 0x0000000000000000000000000000000000000000000000000000000000000001 on beta.</>",
      "  <dim>transaction</>  0x0000000000000000000000000000000000000000000000000000000000000008",
      "  <dim>block      </>  4",
      "0x9999999999999999999999999999999999999999 has EXECUTOR_ROLE on this node from now on.",
      "",
      "<green>0x0000000000000000000000000000000000000000000000000000000000000001 was executed on beta already. Nothing was sent.</>",
      "  <dim>transaction</>  0x0000000000000000000000000000000000000000000000000000000000000008",
      "  <dim>block      </>  4",
      "",
      "<green>0x0000000000000000000000000000000000000000000000000000000000000001 was executed on beta already. Nothing was sent.</>",
      "  <dim>transaction</>  not among the newest blocks",
      "",
      "Nothing was sent.",
      "",
      "Wrote a.json: 1 transaction for 0x8888888888888888888888888888888888888888.",
      "",
    ])
    const json = (result: object) => {
      const terminal = recordTerminal()
      printRetry(result as never, { subject, json: true }, terminal)
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
  })

  it("of a call, before it is sent and after", () => {
    const own = { source: alpha, chains: [alpha, beta], book: names } as never
    const to = (plug: string, slug = 41002) => ({ dstChainSlug: slug, dstPlug: address(plug) })
    const call = { functionName: "add", address: address("1"), value: 10n ** 16n }
    const prepared = { call, fee: 9n * 10n ** 15n, value: 0n, messages: [to("2"), to("2"), to("3", 7)] }
    const plan = (more: object) =>
      markColors(
        sendPlan({ ...prepared, ...more } as never, { own, account: address("9"), gas: 10n ** 15n, native }, paint),
      )
    expect(plan({})).to.deep.equal([
      "To be sent on alpha: a call of add.",
      "  <dim>plug     </>  0x1111111111111111111111111111111111111111",
      "  <dim>2 to beta</>  0x2222222222222222222222222222222222222222 (Greeter)",
      "  <dim>to 7     </>  0x3333333333333333333333333333333333333333",
      "  <dim>account  </>  0x9999999999999999999999999999999999999999",
      "  <dim>fee      </>  0.009 POL",
      "  <dim>attached </>  0.01 POL, with the margin",
      "  <dim>gas      </>  at most 0.001 POL",
      "  <dim>in all   </>  at most 0.011 POL",
    ])
    const nine = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((plug) => to(plug))
    expect(plan({ messages: nine, value: 5n }).slice(-8)).to.deep.equal([
      "  <dim>to beta </>  0x8888888888888888888888888888888888888888",
      "  <dim>and to  </>  1 more plug",
      "  <dim>account </>  0x9999999999999999999999999999999999999999",
      "  <dim>fee     </>  0.009 POL",
      "  <dim>value   </>  0.000000000000000005 POL",
      "  <dim>attached</>  0.01 POL, with the margin",
      "  <dim>gas     </>  at most 0.001 POL",
      "  <dim>in all  </>  at most 0.011 POL",
    ])
    expect(plan({ messages: nine.slice(1) }).join("\n")).not.to.contain("more plugs")
    expect(plan({ messages: [...nine, to("a")] })).to.include("  <dim>and to  </>  2 more plugs")
    expect(plan({ messages: undefined }).slice(0, 4)).to.deep.equal([
      "To be sent on alpha: a call of add.",
      "  <dim>plug    </>  0x1111111111111111111111111111111111111111",
      "  <dim>account </>  0x9999999999999999999999999999999999999999",
      "  <dim>fee     </>  0.009 POL",
    ])

    const sent = { hash: bytes32(9), fee: 100n, value: 0n, attached: 110n }
    const ids = [
      { messageId: bytes32(1), ...to("2") },
      { messageId: bytes32(2), ...to("3") },
    ]
    const options = { chainName, plug: address("1"), source: alpha, names, evenWithoutMessage: false }
    const summary = (more: object, also: object = {}) =>
      markColors(sentSummary({ ...sent, messages: ids, ...more }, { ...options, ...also }, paint))
    expect(summary({})).to.deep.equal([
      "<green>Sent 2 messages.</>",
      "  <dim>transaction      </>  0x0000000000000000000000000000000000000000000000000000000000000009",
      "  <dim>fee              </>  0.0000000000000001 (100 wei)",
      "  <dim>attached         </>  0.00000000000000011 (110 wei); the rest was refunded",
      "  <dim>to beta (Greeter)</>  0x0000000000000000000000000000000000000000000000000000000000000001",
      "  <dim>to beta          </>  0x0000000000000000000000000000000000000000000000000000000000000002",
    ])
    expect(summary({ messages: ids.slice(0, 1), value: 7n }, { plug: address("2"), source: beta })).to.deep.equal([
      "<green>Sent one message.</>",
      "  <dim>transaction      </>  0x0000000000000000000000000000000000000000000000000000000000000009",
      "  <dim>plug             </>  0x2222222222222222222222222222222222222222 (Greeter)",
      "  <dim>fee              </>  0.0000000000000001 (100 wei)",
      "  <dim>value            </>  0.000000000000000007 (7 wei)",
      "  <dim>attached         </>  0.00000000000000011 (110 wei); fee, value and margin",
      "  <dim>to beta (Greeter)</>  0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
    const ends = ["4", "5"].map((digit) => ({ address: address(digit), encoded: `0x0${digit}` }))
    const [sender, recipient] = ends
    const inside = { sendId: bytes32(1_234), receiveId: bytes32(6), sender, recipient, gasLimit: 50_000n, value: 0n }
    const carried = new Map([[bytes32(2), inside]])
    const linkTo = (id: string) => `http://127.0.0.1/m/${id.slice(-1)}`
    expect(summary({}, { carried, linkTo }).slice(4)).to.deep.equal([
      "  <dim>to beta (Greeter)</>  0x0000000000000000000000000000000000000000000000000000000000000001",
      "  <dim>to beta          </>  0x0000000000000000000000000000000000000000000000000000000000000002",
      "  <dim>ERC-7786         </>  message 1,234 of the gateway, 50,000 gas for the recipient, no value",
      "  <dim>sender           </>  0x4444444444444444444444444444444444444444 on alpha (0x04)",
      "  <dim>recipient        </>  0x5555555555555555555555555555555555555555 on beta (0x05)",
      "  <dim>receive id       </>  0x0000000000000000000000000000000000000000000000000000000000000006",
      "  <dim>page             </>  http://127.0.0.1/m/1",
      "  <dim>page             </>  http://127.0.0.1/m/2",
    ])
    expect([summary({ messages: [] })[0], summary({ messages: [] }, { evenWithoutMessage: true })[0]]).to.deep.equal([
      "<magenta>The transaction sent no message, although its simulation did. The plug can keep what was attached.</>",
      "<green>Sent the transaction. It sent no message.</>",
    ])
    expect(summary({}, { evenWithoutMessage: true })[0]).to.equal("<green>Sent 2 messages.</>")
    const rest = (fee: bigint, attached: bigint, value = 0n) =>
      summary({ fee, attached, value })
        .find((line) => line.includes("attached"))
        ?.split(" wei)")[1]
    expect([rest(0n, 0n), rest(100n, 99n), rest(100n, 100n), rest(100n, 101n), rest(100n, 101n, 1n)]).to.deep.equal([
      "",
      "; the plug paid the fee itself",
      "; all of it went to the socket",
      "; the rest was refunded",
      "; fee, value and margin",
    ])
    const file = { file: "a.json", chainName: "alpha", safe: address("8"), transactions: 1 }
    expect(
      printed((terminal) => {
        showWritten(prepared as never, { file, json: false }, terminal.out)
      }),
    ).to.deep.equal(["Wrote a.json: 1 transaction for 0x8888888888888888888888888888888888888888.", ""])
  })

  it("of a wiring: its plan, its steps, its results and the calls of others", () => {
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
    expect(markColors(wiringPlan(plan, out, nameOf))).to.deep.equal([
      "<bold>greeters</>  alpha  0x1111111111111111111111111111111111111111",
      "  <green>+</> beta   0x2222222222222222222222222222222222222222 <dim>Greeter</>",
      "      connect(41002, sibling, switchboard, 0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababa…, zero)",
      "      switchboard 0x6666666666666666666666666666666666666666 <dim>FAST</>",
      "  <cyan>~</> gamma  0x2222222222222222222222222222222222222222 <dim>Greeter</>",
      "      <dim>instead of 0x4444444444444444444444444444444444444444</>",
      "      <dim>by 0x6666666666666666666666666666666666666666 instead of 0x6666666666666666666666666666666666666666 and 0x7777777777777777777777777777777777777777</>",
      "      connect(41002, sibling, switchboard, 0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababa…, zero)",
      "      <red>unknown switchboard 0x6666666666666666666666666666666666666666</> on alpha",
      "      <dim>the node cannot show what it does</>",
      "  <cyan>!</> omega  0x5555555555555555555555555555555555555555",
      "      <dim>extra: it is not in the wiring, and --disconnect removes it</>",
      "",
      "<bold>greeters</>  alpha  0x3333333333333333333333333333333333333333",
      "  <cyan>~</> beta   0x2222222222222222222222222222222222222222 <dim>Greeter</>",
      "      connect(41002, sibling, switchboard, 0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababa…, zero)",
      "      switchboard 0x6666666666666666666666666666666666666666 <dim>FAST</>",
      "  <cyan>~</> beta   0x2222222222222222222222222222222222222222 <dim>Greeter</>",
      "      <dim>by 0x6666666666666666666666666666666666666666 instead of 0x7777777777777777777777777777777777777777</>",
      "      connect(41002, sibling, switchboard, 0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababa…, zero)",
      "      switchboard 0x6666666666666666666666666666666666666666 <dim>FAST</>",
      "      elsewhere: the owner is another account",
      "  <red>-</> delta  0x4444444444444444444444444444444444444444",
      "      connect(41002, sibling, switchboard, 0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababa…, zero)",
      "      blocked: it cannot be sent",
      "",
      "<red>alpha does not answer.</>",
      "",
      "Connections: 2 in place, 3 to send, 1 for another account to send, 1 blocked, 1 not in the wiring, 1 problem.",
    ])
    const narrow = { changes: changes.slice(1, 2), extras: [], problems: [], inPlace: [] } as never
    const [at75, at76] = [75, 76].map((columns) => wiringPlan(narrow, { ...out, columns }, nameOf))
    expect(markColors(at75!)).to.deep.equal([
      "<bold>greeters</>  alpha  0x11111111…111111",
      "  <cyan>~</> gamma  0x22222222…222222 <dim>Greeter</>",
      "      <dim>instead of 0x44444444…444444</>",
      "      <dim>by 0x66666666…666666 instead of 0x66666666…666666 and 0x77777777…777777</>",
      "      connect(",
      "        41002,",
      "        sibling,",
      "        switchboard,",
      "        0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababa…,",
      "        zero,",
      "      )",
      "      <red>unknown switchboard 0x66666666…666666</> on alpha",
      "      <dim>the node cannot show what it does</>",
      "",
      "Connections: 1 to send.",
    ])
    expect(at76)
      .to.contain(address("1"))
      .and.to.contain(`unknown switchboard ${address("6")}`)
    expect(wiringPlan({ changes: [], extras: [], problems: [], inPlace: [] }, out, nameOf)).to.equal(
      "Connections: none.",
    )
    const two = { changes: [], extras: [], problems: [...problems, ...problems], inPlace: [] } as never
    expect(wiringPlan(two, out, nameOf)).to.contain("Connections: 2 problems.")

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
    expect(steps.flatMap((step) => markColors(wiringStepLine(step, paint)))).to.deep.equal([
      "<dim>alpha: an earlier run sent 0x12; waiting for it</>",
      "<dim>greeters alpha → beta: submitted 0x12</>",
      "<green>greeters alpha → beta: connected</>",
      "<green>greeters alpha → beta: disconnected</>",
      "<green>greeters alpha → beta: in place already, nothing was sent</>",
      "<red>greeters alpha → beta: changed since the plan was made, nothing was sent; plan again</>",
      "<red>greeters alpha → beta: sent, not mined yet; the next run continues with it</>",
      "<red>greeters alpha → beta: not sent</>",
      "<red>greeters alpha → beta: another account must send it</>",
      "<red>greeters alpha → beta: blocked: it cannot be sent</>",
      "<red>greeters alpha → beta: the owner is another account</>",
      "<red>greeters alpha → beta: blocked: it would revert</>",
      "<red>greeters alpha → beta: failed: It is refused.</>",
      "<red>greeters alpha → beta: failed: It is refused.</>",
    ])
    expect(markColors(wiringSummary(results, out, new Map()))).to.deep.equal([
      "3 of 12 changes are in place.",
      "Missing:",
      "  greeters alpha → beta: changed since the plan was made, nothing was sent; plan again",
      "  greeters alpha → beta: sent, not mined yet; the next run continues with it",
      "  greeters alpha → beta: not sent",
      "  greeters alpha → beta: another account must send it",
      "  greeters alpha → beta: blocked: it cannot be sent",
      "  greeters alpha → beta: the owner is another account",
      "  greeters alpha → beta: blocked: it would revert",
      "  greeters alpha → beta: failed: It is refused.",
      "    why: so",
      "  greeters alpha → beta: failed: It is refused.",
      "    why: so",
      "Ask the owner.",
    ])
    const forks = new Map(
      (["beta", "alpha"] as const).map((chain, index) => [
        chain,
        { block: { chain, number: 40n - BigInt(index) } } as Fork,
      ]),
    )
    expect(markColors(wiringSummary(results.slice(0, 1), out, forks))).to.deep.equal([
      "<green>1 of 1 change is in place on forks of alpha at block 39 and beta at block 40; nothing was sent to the chains.</>",
    ])
    expect(wiringSummary([], out, new Map())).to.equal("There was nothing to send.")
    const others = [change, { ...change, sender: undefined }].map((one) => toHandedCall(one as never))
    expect(markColors(calldataList(others, out))).to.deep.equal([
      "<bold>greeters alpha → beta</>",
      "  from  0x9999999999999999999999999999999999999999",
      "  to    0x1111111111111111111111111111111111111111",
      "  chain 5",
      "  data  0x1234",
      "  call  connect(41002, sibling, switchboard, 0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababa…, zero)",
      "",
      "<bold>greeters alpha → beta</>",
      "  from  the plug's owner",
      "  to    0x1111111111111111111111111111111111111111",
      "  chain 5",
      "  data  0x1234",
      "  call  connect(41002, sibling, switchboard, 0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababa…, zero)",
    ])
  })
})
