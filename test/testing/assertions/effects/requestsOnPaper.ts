import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, type Hex, parseAbi } from "viem"

import type { PayloadRecord, RequestRecord } from "#src/devnet/gateway/ledger/types.js"
import {
  checkCallbackReverts,
  checkCallbackRevertsWith,
  checkCallbacksResolved,
  checkPayloadReverts,
  checkPayloadRevertsWith,
  checkPayloadsResolved,
  checkRequestsCompleted,
} from "#src/testing/assertions/effects/requests.js"
import { failureOf, type MatchResult } from "#src/testing/assertions/Matcher.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { rememberWorld } from "#src/testing/world/runningWorlds.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { contract, noAttempt, payloadRecord, requestRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi(["error OutOfOrder(uint256 amount)", "error Closed()"])
const outOfOrder = (amount: bigint) => encodeErrorResult({ abi, errorName: "OutOfOrder", args: [amount] })
const target = { address: contract, chainName: "beta", contractName: "Target", abi }

/** What `send` of an app gateway returned, whose transaction made these requests, and how often the actors have worked since. */
function sentWith(...requests: readonly RequestRecord[]) {
  const idle: string[] = []
  const { client: publicClient } = fakeNode({})
  const gateway = {
    ...{ sync: () => Promise.resolve(), contracts: {}, servedContracts: {} },
    chain: { publicClient, name: "gateway", slug: 9, accounts: [] },
    ledger: {
      ...{ requestsOf: (txHash: Hex) => (txHash === bytes32(1) ? requests : []), timeouts: () => [] },
      ...{ executeAtOf: () => undefined, isReady: () => true },
    },
  }
  const world = {
    ...{
      gateway,
      registry: createRegistry(),
      clock: { now: () => 0, sleep: () => Promise.reject(new Error("never")) },
    },
    relay: { running: true, idle: () => Promise.resolve(void idle.push("idle")), isPaused: () => false },
    hre: { artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) } },
    devnet: { chains: { beta: { publicClient, slug: 2, name: "beta", accounts: [] } } },
  }
  const sent = { hash: bytes32(1) }
  rememberWorld(sent, world as unknown as OpenWorld)
  return { sent, idle }
}

/** A request with a payload for each of these. */
const requestOf = (requestCount: number, given: Partial<RequestRecord>, ...payloads: Partial<PayloadRecord>[]) =>
  requestRecord({ ...given, requestCount, payloads: payloads.map((one) => payloadRecord(one)) })

/** The first line of the failure text of the assertion and of the negated one, and which requests the lines behind it are about. */
async function told(result: MatchResult): Promise<unknown[]> {
  const texts = [await failureOf(result, false), await failureOf(result, true)]
  return texts.map((text) => {
    if (text === undefined) return undefined
    const [first, ...others] = text.split("\n")
    return [first, others.flatMap((line) => /^ {2}request (\d+) /.exec(line)?.[1] ?? []).join()]
  })
}

const executed = { txHash: bytes32(4), returnData: "0x", gasUsed: 1n } as const
const resolved = { txHash: bytes32(5), fee: 1n } as const
const callback = { selector: "0x12345678", data: "0x" } as const
const attempt = (revertData: Hex) => ({ ...noAttempt, attempts: 2, revertData })

describe("assertions about several requests", () => {
  it("wait for the actors, and tell those that are not complete, of how many", async () => {
    const [open, other] = [requestOf(3, { status: "REVERTING" }), requestOf(4, {})]
    const done = [requestOf(1, { status: "COMPLETED" }), requestOf(2, { status: "COMPLETED" })]
    const all = sentWith(...done)
    expect(await told(await checkRequestsCompleted(all.sent))).to.deep.equal([
      undefined,
      ["Expected a request not to be completed, but every one is:", "1,2"],
    ])
    expect(all.idle).to.deep.equal(["idle"])
    const toldOf = async (...requests: RequestRecord[]) =>
      (await told(await checkRequestsCompleted(sentWith(...requests).sent)))[0]
    const text = (which: string) => `Expected every request to be completed, but ${which} not:`
    expect(await toldOf(...done, open)).to.deep.equal([text("1 of 3 is"), "3"])
    expect(await toldOf(...done, open, other)).to.deep.equal([text("2 of 4 are"), "3,4"])
    expect(await toldOf(open)).to.deep.equal([text("it is"), "3"])
  })

  it("count the payloads that are executed, and the callbacks of those that have one", async () => {
    const waiting = { executed: undefined, status: "FINALIZED", callback } as const
    const ran = { executed, status: "EXECUTED", callback } as const
    const silent = { ...ran, callback: undefined }
    const done = { executed, resolved, status: "PROMISE_RESOLVED", callback } as const
    const toldOf = async (check: typeof checkPayloadsResolved, ...payloads: Partial<PayloadRecord>[]) => {
      const requests = payloads.map((payload, index) => requestOf(index + 1, {}, payload))
      return await told(await check(sentWith(...requests).sent))
    }
    const payloads = (which: string) => `Expected every payload to be executed on its chain, but ${which} not:`
    const callbacks = (which: string) => `Expected every callback to be run, but ${which} not:`
    expect(await toldOf(checkPayloadsResolved, waiting, ran, silent)).to.deep.equal([
      ...[[payloads("1 of 3 is"), "1,2,3"], undefined],
    ])
    expect(await toldOf(checkPayloadsResolved, ran, done)).to.deep.equal([
      ...[undefined, ["Expected a payload not to be executed on its chain, but every one is:", "1,2"]],
    ])
    expect(await toldOf(checkCallbacksResolved, waiting, ran, silent, done)).to.deep.equal([
      ...[[callbacks("2 of 3 are"), "1,2,3,4"], undefined],
    ])
    expect(await toldOf(checkCallbacksResolved, silent, done)).to.deep.equal([
      ...[undefined, ["Expected a callback not to be run, but every one is:", "1,2"]],
    ])
  })
})

describe("assertions about what reverts now", () => {
  type Case = readonly [
    state: string,
    payload: Partial<PayloadRecord>,
    payloadReverts: boolean,
    callbackReverts: boolean,
  ]
  const [atPayload, atCallback] = [{ executionAttempt: attempt("0x") }, { callbackAttempt: attempt("0x") }]
  const cases: readonly Case[] = [
    ["neither", {}, false, false],
    ["a payload", atPayload, true, false],
    ["a payload that was executed since", { ...atPayload, executed }, false, false],
    ["a callback", { ...atCallback, executed }, false, true],
    ["a callback that was run since", { ...atCallback, executed, resolved }, false, false],
    ["a callback whose payload is not executed any more", atCallback, false, false],
  ]

  it("are about a payload until it is executed, and then about its callback until that was run", async () => {
    for (const [state, payload, payloadReverts, callbackReverts] of cases) {
      const sent = () => sentWith(requestOf(1, {}, {}), requestOf(2, {}, {}, payload)).sent
      const found = [(await checkPayloadReverts(sent())).holds, (await checkCallbackReverts(sent())).holds]
      expect(found, state).to.deep.equal([payloadReverts, callbackReverts])
    }
  })

  it("hold for one payload of any request with the error and its arguments, if any", async () => {
    const [payload, ran] = [{ executionAttempt: attempt(outOfOrder(5n)) }, { callbackAttempt: attempt(outOfOrder(6n)) }]
    const sent = () => sentWith(requestOf(1, {}, {}, payload), requestOf(2, {}, { ...ran, executed })).sent
    const holds = async (check: typeof checkPayloadRevertsWith, name: string, ...args: bigint[]) =>
      (await check(sent(), target, name, args.length === 0 ? undefined : args)).holds
    for (const [check, right, wrong] of [
      [checkPayloadRevertsWith, 5n, 6n],
      [checkCallbackRevertsWith, 6n, 5n],
    ] as const) {
      const found = [await holds(check, "OutOfOrder"), await holds(check, "OutOfOrder", right)]
      expect([...found, await holds(check, "OutOfOrder", wrong), await holds(check, "Closed")]).to.deep.equal([
        ...[true, true, false, false],
      ])
    }
    expect(await told(await checkPayloadRevertsWith(sent(), target, "OutOfOrder", [5n]))).to.deep.equal([
      ...[undefined, ["Expected no payload to revert with OutOfOrder(5), but one does:", "1,2"]],
    ])
    expect(await told(await checkCallbackRevertsWith(sent(), target, "Closed"))).to.deep.equal([
      ...[["Expected a callback to revert with Closed, but none does:", "1,2"], undefined],
    ])
  })
})
