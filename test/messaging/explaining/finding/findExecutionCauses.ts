import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { findExecutionCauses } from "#src/messaging/explaining/finding/findExecutionCauses.js"
import type { MessageCase, MessageCause, Wait } from "#src/messaging/explaining/MessageCase.js"
import { executionManagerAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import type { CarriedMessage } from "#src/messaging/onchain/standard/gatewayMessage.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { causeLines } from "#test/fixtures/output/causeLines.js"
import {
  another,
  arrivalWith,
  inbound,
  journeyWith,
  messageCase,
  minedIn,
  noCode,
  proposal,
  reportedAs,
  switchboardState,
} from "#test/fixtures/wire/messageFacts.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const eth = 10n ** 18n
const executor = {
  ...{ address: another, source: "the messaging API", isOfMessage: true, gasCost: 100n, manager: inbound },
  ...{ mayExecute: true, balance: 100n },
}
const call = { to: inbound, from: socket, value: 0n }

type Trial = Readonly<Record<string, unknown>>
const execution = (more: Trial = {}) => ({
  ...{ proposal: proposal({ isAllowed: true }), call, inbound: { kind: "succeeds" }, executor, execute: "succeeds" },
  ...more,
})

function subjectWith(
  details: Trial,
  {
    arrival = {},
    carried,
    ...more
  }: Partial<MessageCase> & { arrival?: Partial<Arrival>; carried?: Journey["carried"] } = {},
) {
  const { details: none, ...rest } = messageCase(journeyWith(arrivalWith([proposal()], arrival), { carried }), more)
  return { ...rest, details: { ...none, ...details } } as never
}
const causes = (details: Trial, more: Parameters<typeof subjectWith>[1] = {}): readonly MessageCause[] =>
  findExecutionCauses(subjectWith(details, more))
const brief = (found: readonly MessageCause[]) =>
  found.map(({ name, certainty = "certain" }) => (certainty === "certain" ? name : `${name}, ${certainty}`))
const of = (trial: Trial, more: Parameters<typeof subjectWith>[1] = {}) => causes({ execution: execution(trial) }, more)

describe("findExecutionCauses", () => {
  it("finds nothing of a chain that was not read, of what was not tried, and of what succeeds in time", () => {
    expect(findExecutionCauses(messageCase(journeyWith({ problem: "down" })))).to.deep.equal([])
    expect([brief(causes({})), brief(of({}))]).to.deep.equal([[], []])
    expect(brief(causes({}, { arrival: { executed: true } }))).to.deep.equal([])
  })

  it("finds a plug that is not there, before and after it took the message", () => {
    expect(brief(causes({ execution: execution() }, { arrival: { code: noCode } }))).to.deep.equal([
      "destination-without-code",
    ])
    const gone = { arrival: { code: noCode, executed: minedIn(50) } } as never
    expect(brief(causes({}, gone))).to.deep.equal(["destination-without-code, likely"])
    expect(brief(causes({ otherExecution: minedIn(40) }, gone))).to.deep.equal(["message-id-used"])
    const [used] = causes({ otherExecution: minedIn(40) }, { arrival: { executed: true } })
    expect([used!.fix, used!.evidence.map(({ source }) => source)]).to.deep.equal([
      ...["send the message again from alpha", ["beta, block 90", "beta, block 40"]],
    ])
  })

  it("names the function that a plug lacks, whatever else would stop the message, and blames none in doubt", () => {
    const [cause, ...others] = of({}, { arrival: { code: { hasCode: true, receives: false, sends: true } } })
    expect([cause!.name, others]).to.deep.equal(["inbound-reverts", []])
    expect(cause!.says).to.contain("inbound(uint32,bytes)").and.to.contain("0xc41f1f6c")
    // Before it is paid for, nothing was tried.
    expect(brief(causes({}, { arrival: { code: { hasCode: true, receives: false, sends: null } } }))).to.deep.equal([
      "inbound-reverts",
    ])
    expect(brief(of({}, { arrival: { code: { hasCode: true, receives: null, sends: null } } }))).to.deep.equal([])
  })

  it("says why inbound fails, alone or as the executor sends it", () => {
    const says = (trial: Trial) => {
      const [cause, ...others] = of(trial)
      expect(others).to.deep.equal([])
      return [cause!.name, cause!.says, cause!.evidence.map((one) => one.says)] as const
    }
    const failed = { kind: "reverts", reason: "no", line: undefined, evidence: [] }
    expect(says({ inbound: failed })).to.deep.equal([
      "inbound-reverts",
      `inbound of the plug ${inbound} on beta reverts: no.`,
      [`inbound, called by the socket ${socket}, reverts: no.`],
    ])
    const more = [{ source: "x", says: "y" }]
    const paid = { call: { ...call, value: 5n }, executor: { ...executor, balance: 105n } }
    expect(says({ ...paid, inbound: { ...failed, line: "A.sol:7", evidence: more } })).to.deep.equal([
      "inbound-reverts",
      `inbound of the plug ${inbound} on beta reverts at A.sol:7: no.`,
      [`inbound, called by the socket ${socket} with 5 wei, reverts: no.`, "y"],
    ])
    const account = (address: Address) => ({ chainId: 1n, address, encoded: "0x" as const })
    const carried: CarriedMessage = {
      ...{ sendId: `0x${"0".repeat(63)}7`, receiveId: "0x", gasLimit: 1n, value: 0n, payload: "0x" },
      ...{ sender: account(socket), recipient: account(another) },
    }
    const ends = (errorName?: string) => {
      const [cause] = of({ inbound: { ...failed, errorName } }, { carried })
      expect(cause!.evidence.at(-1)!.says).to.contain(`message 7 of the gateway, from ${socket} to ${another}`)
      const reported = reportedAs("EXECUTION_FAILURE")
      const tried = of({ inbound: { ...failed, errorName } }, { carried, reported })
      // To execute it again helps only where its owner can make the recipient accept it.
      const isFinal = typeof cause!.fix === "string"
      expect(brief(tried)).to.deep.equal(["inbound-reverts", ...(isFinal ? [] : ["given-up, likely"])])
      return [cause!.says.split(`the recipient ${another} on beta `)[1], typeof cause!.fix]
    }
    expect(ends("Paused")).to.deep.equal(["reverts.", "object"])
    expect(ends("NotAccepted")).to.deep.equal([
      "does not return the selector of receiveMessage(bytes32,bytes,bytes) (selector 0x2432ef26).",
      "object",
    ])
    expect(ends("AddressEmptyCode")).to.deep.equal(["has no code.", "string"])
    expect(ends("AlreadyReceived")).to.deep.equal(["has received it before.", "string"])
    const [, atPrice, evidence] = says({ execute: { reason: "too dear", of: "inbound" } })
    expect(atPrice).to.contain(
      `when the executor ${another} executes the message at the present price of gas: too dear.`,
    )
    expect(evidence).to.have.length(2)
    expect(says({ execute: { reason: "no", of: "inbound" }, executor: undefined })[1]).to.contain(
      "when an executor executes",
    )
    const [refused, ofSocket] = says({ execute: { reason: "InvalidProof()", of: "socket" } })
    expect([refused, ofSocket]).to.deep.equal([
      ...[
        "execution-refused",
        `The socket ${socket} on beta refuses the execution, although inbound of the plug ${inbound} alone succeeds: InvalidProof().`,
      ],
    ])
    expect(says({ execute: { reason: "NotExecutor()", of: "hash" } })[1]).to.contain("hashes the message otherwise")
    expect(says({ inbound: { kind: "above cap", reason: "cap" } })[0]).to.equal("gas-limit-too-high")
    expect(says({ inbound: { kind: "needs gas", needed: 1_234_567n } })[1]).to.contain("needs about 1,234,567 gas")
    expect(says({ inbound: { kind: "runs out of gas", tried: 7_000_000n } })[1]).to.contain("runs out of 7,000,000 too")
  })

  it("is not sure of what comes after something else that stops the message", () => {
    const ahead = (inboundTrial: Trial) => brief(causes({ ahead: { call, inbound: inboundTrial } }))
    expect(ahead({ kind: "reverts", reason: "no", line: undefined, evidence: [] })).to.deep.equal([
      "inbound-reverts, likely",
    ])
    expect(ahead({ kind: "succeeds" })).to.deep.equal([])
  })

  it("finds an executor without the value, else without gas, to the wei", () => {
    const withBalance = (balance: bigint, more: Trial = {}, value = 0n) =>
      brief(of({ call: { ...call, value }, executor: { ...executor, balance, ...more } }))
    expect([withBalance(100n), withBalance(99n)]).to.deep.equal([[], ["actor-without-funds, likely"]])
    expect([withBalance(0n), withBalance(0n, { isOfMessage: false })]).to.deep.equal([
      ["actor-without-funds"],
      ["actor-without-funds, likely"],
    ])
    expect(withBalance(500n, {}, 500n)).to.deep.equal([])
    expect(withBalance(499n, {}, 500n)).to.deep.equal(["value-missing"])
    expect(withBalance(499n, { isOfMessage: false }, 500n)).to.deep.equal(["value-missing, likely"])
    expect(withBalance(99n, {}, 99n)).to.deep.equal(["actor-without-funds, likely"])
    const [missing] = of({ call: { ...call, value: 3n * eth }, executor: { ...executor, balance: eth } })
    expect(missing!.says).to.match(/carries 3 native tokens, and the executor .* has 1 on beta: 2 are missing\.$/)
    expect(brief(of({ executor: undefined, call: { ...call, value: 9n } }))).to.deep.equal([])
    // A devnet says itself that its actor fails.
    const failure = { stage: "execute", reason: "no funds" }
    const trouble = (told: object | undefined) =>
      brief(of({ executor: { ...executor, balance: 0n } }, { trouble: { failure: told, isPaused: false } as never }))
    expect([trouble(failure), trouble(undefined)]).to.deep.equal([[], ["actor-without-funds"]])
  })

  it("finds a manager that refuses, else an executor without its role, beside what else stops it", () => {
    const refusal = { manager: another, reason: "too large" }
    const withoutRole = { ...executor, mayExecute: false }
    expect(brief(of({ executor: withoutRole }))).to.deep.equal(["executor-without-role"])
    expect(brief(of({ executor: { ...withoutRole, isOfMessage: false } }))).to.deep.equal([
      "executor-without-role, likely",
    ])
    expect(brief(of({ executor: withoutRole, refusal }))).to.deep.equal(["execution-refused"])
    const all = { inbound: { kind: "needs gas", needed: 5n }, executor: { ...withoutRole, balance: 0n } }
    expect(brief(of(all))).to.deep.equal(["inbound-needs-more-gas", "actor-without-funds", "executor-without-role"])
  })

  it("calls a message late that nothing stops, since its packet is allowed", () => {
    const wait: Wait = { stage: "execute", since: 8_000, until: null, now: 9_000, isLate: true, isSlow: true }
    const attested = [minedIn(30), minedIn(40)]
    const valid = execution({ proposal: proposal({ isRootValid: true, attested: attested as never }) })
    const [late] = causes({ execution: valid }, { wait })
    expect(brief([late!])).to.deep.equal(["not-executed, likely"])
    expect(late!.says).to.contain("for 16 min 40 s, although nothing stops it")
    expect(late!.evidence[0]?.says).to.equal(
      "The packet is allowed since 1970-01-01 01:06:40 UTC, although inbound would succeed now.",
    )
    const paused = causes({ execution: valid }, { wait, trouble: { isPaused: true } as never })
    expect(paused[0]!.says).to.contain("nothing but the paused devnet stops it")
    const untried = causes({ execution: { ...valid, execute: "untried" } }, { wait })
    expect(untried[0]!.evidence[0]?.says).to.contain("this node could not try execute of the socket")
    const byTime = (proposedAt: bigint, timeoutInSeconds: bigint | null = 1_000n) =>
      causes(
        { execution: execution({ proposal: proposal({ isRootValid: false, proposedAt }) }) },
        { wait, arrival: { switchboard: switchboardState({ timeoutInSeconds }) } },
      )
    expect(byTime(2_000n)[0]!.evidence[0]?.says).to.contain("since 1970-01-01 00:50:00 UTC")
    expect(byTime(2_000n, null)[0]!.evidence[0]?.says).to.contain("since 1970-01-01 00:33:20 UTC")
    expect(byTime(0n)).to.deep.equal([])
    expect(
      brief(causes({ execution: execution({ proposal: proposal({ isRootValid: true }) }) }, { wait })),
    ).to.deep.equal([])
    for (const other of [{ isLate: false }, { since: null }, { stage: "attest" as const }]) {
      expect(causes({ execution: valid }, { wait: { ...wait, ...other } })).to.deep.equal([])
    }
    const stopped = causes({ execution: { ...valid, inbound: { kind: "needs gas", needed: 5n } } }, { wait })
    expect(brief(stopped)).to.deep.equal(["inbound-needs-more-gas"])
  })

  it("is mended with a fifth more gas, by who may execute, or by a devnet that goes on", async () => {
    const { chain } = arrivalWith([])
    const views = { executionManager__: () => another, isExecutor: () => [another, false] }
    const node = (methods: Readonly<Record<string, unknown>>) =>
      createViewNode({ abis: [socketAbi, executionManagerAbi], views, methods })
    const mend = async (
      name: MessageCause["name"],
      trial: Trial,
      { methods = {}, ...more }: Partial<MessageCase> & { methods?: Readonly<Record<string, unknown>> } = {},
    ) => {
      const client = node(methods)
      const src = { ...journeyWith(arrivalWith([])).src, client }
      const details = { execution: execution(trial) }
      const { journey, ...rest } = subjectWith(details, {
        ...more,
        arrival: { chain: { ...chain, client } },
      }) as MessageCase
      const found = findExecutionCauses({ ...rest, journey: { ...journey, src } })
      const { fix } = found.find((cause) => cause.name === name)!
      const [line] = (await causeLines([{ name, says: "", evidence: [], fix }])).slice(2)
      return line?.replace(/ 0x\w+/g, "").replace(" --from alpha --message-id", "")
    }
    const gas = (needed: bigint) => mend("inbound-needs-more-gas", { inbound: { kind: "needs gas", needed } })
    const others =
      "fix by others: an account with EXECUTOR_ROLE at the execution manager on beta executes the message again"
    const retry = ": npx hardhat messaging retry"
    expect([await gas(1_234_567n), await gas(5_000n)]).to.deep.equal([
      `${others}${retry} --gas-limit 1482000`,
      `${others}${retry} --gas-limit 7000`,
    ])
    const development = { methods: { web3_clientVersion: "HardhatNetwork/3" } }
    const role = { executor: { ...executor, mayExecute: false } }
    expect([
      await mend("executor-without-role", role),
      await mend("executor-without-role", role, development),
    ]).to.deep.equal([
      "fix by others: the owner of the execution manager on beta grants EXECUTOR_ROLE to an executor that it trusts",
      `fix: execute the message again${retry}`,
    ])
    const reported = reportedAs("EXECUTION_FAILURE")
    const stopped = { inbound: { kind: "needs gas", needed: 5n } }
    expect([await mend("given-up", {}, { reported }), await mend("given-up", stopped, { reported })]).to.deep.equal([
      `${others}${retry}`,
      others.replace("an account", "once the cause above is fixed, an account"),
    ])
    const valid = { proposal: proposal({ isRootValid: true, attested: [minedIn(30)] as never }) }
    const wait: Wait = { stage: "execute", since: 8_000, until: null, now: 9_000, isLate: true, isSlow: true }
    const relay = { failures: [], paused: ["simulate"], unmined: [], delay: 0, watchers: [], port: 8_700 }
    expect([
      await mend("not-executed", valid, { wait }),
      await mend("not-executed", valid, { wait, methods: { devnet_relay: relay } }),
    ]).to.deep.equal([
      `${others}${retry}`,
      "fix: the devnet is paused, also its stage simulate: let it go on: npx hardhat devnet resume --port 8700",
    ])
  })

  it("says that it was given up, surely so where nothing else stops it", () => {
    const reported = reportedAs("EXECUTION_FAILURE")
    expect(brief(of({}, { reported }))).to.deep.equal(["given-up"])
    expect(of({}, { reported })[0]!.says).to.equal(
      "The executor has given up the message, although inbound would succeed now.",
    )
    const both = of({ inbound: { kind: "needs gas", needed: 5n } }, { reported })
    expect(brief(both)).to.deep.equal(["inbound-needs-more-gas", "given-up, likely"])
    expect(both[1]!.says).to.equal("The executor has given up the message.")
    expect(brief(of({}, { reported: reportedAs("INBOUND_REVERTING") }))).to.deep.equal([])
  })
})
