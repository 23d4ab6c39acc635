import { expect } from "chai"
import { describe, it } from "mocha"

import type { Mend } from "#src/explaining/Explanation.js"
import { findExecutionCauses } from "#src/messaging/explaining/finding/findExecutionCauses.js"
import type { MessageCase } from "#src/messaging/explaining/MessageCase.js"
import { executionManagerAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import {
  another,
  arrivalWith,
  inbound,
  journeyWith,
  messageCase,
  proposal,
  reportedAs,
} from "#test/fixtures/wire/messageFacts.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const executor = {
  ...{ address: another, source: "the messaging API", isOfMessage: true, gasCost: 100n, manager: inbound },
  ...{ mayExecute: true, balance: 100n },
}
const call = { to: inbound, from: socket, value: 0n }

/** What is to be done about the last cause, on a node of this version. */
async function mendOf(trial: object, { version, ...more }: Partial<MessageCase> & { readonly version: string }) {
  const client = createViewNode({
    abis: [socketAbi, executionManagerAbi],
    views: { executionManager__: () => inbound, isExecutor: () => [inbound, false] },
    methods: { web3_clientVersion: version },
  })
  const plain = journeyWith(arrivalWith([proposal()]))
  if ("problem" in plain.arrival) throw new Error("it is read")
  const arrival = { ...plain.arrival, chain: { ...plain.arrival.chain, client } }
  const tried = {
    proposal: proposal({ isAllowed: true }),
    call,
    inbound: { kind: "succeeds" },
    executor,
    execute: "succeeds",
  }
  const subject = messageCase({ ...plain, src: { ...plain.src, client }, arrival }, more)
  const details = { ...subject.details, execution: { ...tried, ...trial } }
  const { name, fix } = findExecutionCauses({ ...subject, details } as never).at(-1)!
  const mend = (typeof fix === "function" ? await fix() : fix) as Mend & { readonly by?: string }
  return [name, mend.by ?? "me", mend.command?.split(" ").slice(0, 4).join(" ") ?? null]
}

describe("what is to be done about an execution that fails", () => {
  const retry = "npx hardhat messaging retry"
  const wait = { stage: "execute", isLate: true, isSlow: true, since: 4_000, waited: 1_000 } as never
  const attested = [{ watcher: another, timestamp: 4_000n }] as never
  const late = { proposal: proposal({ isRootValid: true, attested }) }
  for (const [what, trial, name, more, byOthersCommand] of [
    ["the executor lacks the value", { call: { ...call, value: 101n } }, "value-missing", {}, retry],
    ["the executor cannot pay", { executor: { ...executor, balance: 0n } }, "actor-without-funds", {}, retry],
    // No retry of somebody else is needed: the executor tries again.
    ["it has no role", { executor: { ...executor, mayExecute: false } }, "executor-without-role", {}, null],
    ["it was given up", {}, "given-up", { reported: reportedAs("EXECUTION_FAILURE") }, retry],
    ["it is late", late, "not-executed", { wait }, retry],
  ] as const) {
    it(`is a retry by whoever may, where ${what}`, async () => {
      expect(await mendOf(trial, { version: "HardhatNetwork/3.1", ...more })).to.deep.equal([name, "me", retry])
      expect(await mendOf(trial, { version: "Geth/v1.16", ...more })).to.deep.equal([name, "others", byOthersCommand])
    })
  }
})
