import { expect } from "chai"
import { describe, it } from "mocha"

import { logo } from "#extras/swap/src/server/tokenOnTheWire.js"
import { noAttempt } from "#src/devnet/gateway/ledger/attempt.js"
import { mockApi, type MockScenario } from "#src/testing/index.js"
import {
  type MockPayload,
  payloadRecord,
  requestBody,
  requestRecord,
  timeoutRecord,
  triggerRecord,
} from "#src/testing/mockApi/gatewayRecords.js"
import { mockAddresses, mockHash, mockMessageId } from "#src/testing/mockApi/mockIds.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const hash = bytes32(5_400_007)
const contract = "0x00000000000000000000000000000000000000aa"
const { none, srcPlug, destPlug, executor, appGateway, target, forwarder, user, token } = mockAddresses

/** Seconds: the first moment of 2026, when the clock of a mocked API begins. */
const begun = 1_767_225_600

/** The bodies of so many requests for the same, as they are on the wire. */
async function ask(scenario: MockScenario, path: string, times = 1): Promise<unknown[]> {
  using api = mockApi(scenario)
  const bodies: unknown[] = []
  while (bodies.length < times) bodies.push(await (await api.fetch(`http://127.0.0.1/${path}`)).json())
  api.assertDone()
  return bodies
}

/** The part of an object with these fields. */
const pick = (value: unknown, ...names: readonly string[]): unknown[] =>
  names.map((name) => (value as Record<string, unknown>)[name])

describe("the ids of mocked APIs", () => {
  it("are made as sockets make them: of four, twenty and eight bytes", () => {
    const id = mockMessageId(41_001, "0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD", 258)
    expect(id).to.equal("0x0000a029abcdefabcdefabcdefabcdefabcdefabcdefabcd0000000000000102")
  })
})

describe("what a mocked messaging API writes", () => {
  const messageAt = (index: number, srcChainSlug = 41_001) => ({
    messageId: mockMessageId(srcChainSlug, srcPlug, 400_007_000 + index),
    packetId: mockHash(`packet ${hash} ${index}`),
    from: { srcChainSlug, srcPlug },
    to: { dstChainSlug: srcChainSlug === 41_001 ? 41_002 : 41_001, destPlug },
    outboundTx: hash,
    packedMessage: mockHash(`message ${hash} ${index}`),
  })
  const untried = { inboundStatus: "NOT_TRIED", isExecuted: false, executor: null, executionTxHash: null }
  const sealed = { status: "SEALED", ...messageAt(0), inboundTx: null, executionDetails: untried }
  const path = `messaging/v1/messages-from-tx?srcTxHash=${hash}&srcChainSlug=4100`

  it("is the message as far as it has come, in the shape that is asked for", async () => {
    const states = ["SEALED"] as const
    for (const [shape, body] of [
      [undefined, { status: "SUCCESS", result: [sealed] }],
      ["enveloped list", { status: "SUCCESS", result: [sealed] }],
      ["enveloped message", { status: "SUCCESS", result: sealed }],
      ["list", [sealed]],
      ["message", sealed],
    ] as const) {
      expect(await ask({ messaging: [{ srcTxHash: hash, shape, states }] }, `${path}1`), shape).to.deep.equal([body])
    }
  })

  it("tells the messages of a transaction apart, and those of two chains", async () => {
    const states = [["EXECUTION_SUCCESS", "INBOUND_REVERTING"]] as const
    const executionTxHash = mockHash(`inbound ${hash} 0`)
    const done = { inboundStatus: "SUCCESS", isExecuted: true, executor, executionTxHash }
    expect(await ask({ messaging: [{ srcTxHash: hash, shape: "list", states }] }, `${path}1`)).to.deep.equal([
      [
        { status: "EXECUTION_SUCCESS", ...messageAt(0), inboundTx: executionTxHash, executionDetails: done },
        {
          ...{ status: "INBOUND_REVERTING", ...messageAt(1), inboundTx: null },
          executionDetails: { ...untried, inboundStatus: "REVERTING", executor },
        },
      ],
    ])
    const back = [{ srcTxHash: hash, srcChainSlug: 41_002, shape: "message", states: ["SEALED"] }] as const
    expect(await ask({ messaging: back }, `${path}2`)).to.deep.equal([{ ...sealed, ...messageAt(0, 41_002) }])
  })

  it("is a fee in digits", async () => {
    expect(await ask({ messaging: [{ fees: [7n, 2n ** 90n] }] }, "messaging/v1/estimate-min-fees", 2)).to.deep.equal([
      { status: "SUCCESS", result: "7" },
      { status: "SUCCESS", result: "1237940039285380274899124224" },
    ])
  })
})

describe("what a mocked gateway API writes", () => {
  const path = `gateway/getDetailsByTxHash?txHash=${hash}`

  it("is a request with as many payloads as its longest state or list of calls has", async () => {
    const counts = async (entry: object): Promise<unknown> => {
      const states = ["IN_PROGRESS", ["NO", "NO"], ["NO", "NO", "NO"], { status: "COMPLETED", fields: { fee: 1n } }]
      const bodies = await ask({ gateway: [{ txHash: hash, states, ...entry } as never] }, path, states.length)
      return (bodies as { response: { Payloads: { callType: string }[] }[] }[]).map(({ response }) =>
        response.flatMap(({ Payloads }) => Payloads.map(({ callType }) => callType.slice(0, 1))).join(""),
      )
    }
    expect(await counts({})).to.deep.equal(["WWW", "WW", "WWW", "WWW"])
    expect(await counts({ callTypes: ["READ"] })).to.deep.equal(["RWW", "RW", "RWW", "RWW"])
    expect(await counts({ callTypes: ["READ", "WRITE", "READ", "DEPLOY"] })).to.deep.equal([
      ...["RWRD", "RW", "RWR", "RWRD"],
    ])
    const [alone] = await ask({ gateway: [{ txHash: hash, states: ["IN_PROGRESS"] }] }, path)
    expect(pick(alone, "response")).to.have.nested.property("[0][0].Payloads.length", 1)
  })

  it("is the state of a request that its payloads together have", async () => {
    const reverts = { status: "FINALIZED", reverts: "no" } as const
    for (const [status, ...payloads] of [
      ["COMPLETED", "PROMISE_RESOLVED", "PROMISE_RESOLVED"],
      ["IN_PROGRESS", "PROMISE_RESOLVED", "EXECUTED"],
      ["REVERTING", "PROMISE_RESOLVED", reverts],
      ["REVERTING", { status: "EXECUTED", reverts: "no" }, "EXECUTED"],
      ["REVERTING", reverts, reverts],
    ] as const) {
      const [body] = await ask({ gateway: [{ txHash: hash, states: [payloads] }] }, path)
      expect(pick(body, "response")[0]).to.have.nested.property("[0].status", status)
    }
    expect(await ask({ gateway: [{ txHash: hash, states: [{ error: "unknown" }] }] }, path)).to.deep.equal([
      { apiStatus: "SUCCESS", status: "SUCCESS", response: [] },
    ])
  })

  it("has the contract of a deployment once it is executed, and its forwarder once that is resolved", () => {
    const details = (states: readonly MockPayload[], ...callTypes: ("DEPLOY" | "WRITE")[]): unknown => {
      const record = requestRecord(states, { txHash: hash, count: 2, callTypes })
      const body = requestBody(record, "older", { maxFees: "5" }) as { response: [{ Payloads: object[] }] }
      return body.response[0].Payloads.map((payload) => pick(payload, "appGatewayDetails")[0] ?? null)
    }
    const deployed = { onChainAddress: target, forwarderAddress: forwarder }
    const nothing = { onChainAddress: none, forwarderAddress: none, isForwarderDeployed: false }
    expect(details(["EXECUTING", "PROMISE_RESOLVED"], "DEPLOY", "WRITE")).to.deep.equal([nothing, null])
    const [early, resolved] = [
      details(["EXECUTED", "PROMISE_RESOLVED"], "DEPLOY", "WRITE"),
      details(["PROMISE_RESOLVED", "EXECUTED"], "DEPLOY", "WRITE"),
    ]
    expect(early).to.deep.equal([{ ...deployed, isForwarderDeployed: false }, null])
    expect(resolved).to.deep.equal([{ ...deployed, isForwarderDeployed: true }, null])
  })

  it("is made of records as the devnet's ledger has them", () => {
    const payload = payloadRecord("PROMISE_RESOLVED", { payloadId: hash, callType: "READ" })
    const [finalized, executed] = [mockHash(`finalize ${hash}`), mockHash(`execute ${hash}`)]
    const resting = { outcome: "SIMULATION_SUCCESS", attempts: 0, revertData: undefined, retryAt: undefined }
    expect(payload).to.deep.equal({
      ...{ payloadId: hash, callType: "READ", status: "PROMISE_RESOLVED", chainSlug: 41_001, target, appGateway },
      ...{ requestCount: 1, batchCount: 1, callData: "0x", contractId: bytes32(0), callback: undefined },
      options: { gasLimit: 0n, value: 0n, readAtBlockNumber: 0n, isParallel: false, writeFinality: 0 },
      ...{ createdAt: begun, since: begun * 1_000, idUsedIn: undefined, isGivenUp: false },
      finalized: { txHash: finalized, proof: "0x", digest: mockHash(`digest ${hash}`) },
      executed: { txHash: executed, returnData: "0x", gasUsed: 0n },
      resolved: { txHash: mockHash(`callback ${hash}`), fee: 0n },
      ...{ executionAttempt: { ...noAttempt, ...resting }, callbackAttempt: noAttempt },
    })
    const failed = payloadRecord({ status: "FINALIZED", reverts: "no" }, { payloadId: hash, callType: "WRITE" })
    const { revertData, ...attempt } = failed.executionAttempt
    expect([failed.callType, failed.executed, failed.callbackAttempt]).to.deep.equal(["WRITE", undefined, noAttempt])
    expect(attempt).to.deep.equal({ outcome: "SIMULATION_FAILED", attempts: 1, retryAt: begun * 1_000 })
    expect(revertData).to.match(/^0x08c379a0/)
    const request = requestRecord("COMPLETED", { txHash: hash, count: 2, callTypes: ["DEPLOY"] })
    const { payloads, ...rest } = request
    expect(payloads.map(({ callType, payloadId }) => [callType, payloadId])).to.deep.equal([
      ["DEPLOY", mockHash(`payload ${hash} 0`)],
      ["WRITE", mockHash(`payload ${hash} 1`)],
    ])
    expect(rest).to.deep.equal({
      ...{ requestCount: 1, appGateway, txHash: hash, openedBy: undefined, status: "COMPLETED" },
      ...{ feePoolChain: 41_001, feePoolToken: token, maxFees: 10n ** 17n, fee: 10n ** 16n },
      ...{ isCancelled: false, isSettled: false },
    })
    const trigger = { triggerId: mockHash(`trigger ${hash}`), txHash: hash, chainSlug: 41_001, plug: target }
    const ofTrigger = { ...trigger, appGateway, payload: "0x" }
    expect(triggerRecord("Executed", hash)).to.deep.equal({
      ...{ ...ofTrigger, status: "Executed", attempt: noAttempt },
      handled: { txHash: mockHash(`handled ${hash}`) },
    })
    const reverting = triggerRecord("Reverting", hash)
    expect([reverting.handled, reverting.attempt.outcome]).to.deep.equal([undefined, "SIMULATION_FAILED"])
    const ids = { timeoutId: hash, target, originTxHash: bytes32(3) }
    const timeout = { ...ids, scheduler: none, payload: "0x", executeAt: begun, createdAt: begun, attempt: noAttempt }
    expect(timeoutRecord("ADDED_TO_QUEUE", ids)).to.deep.equal({
      ...timeout,
      ...{ status: "ADDED_TO_QUEUE", resolved: undefined },
    })
    expect(timeoutRecord("RESOLVED", ids)).to.deep.equal({
      ...{ ...timeout, status: "RESOLVED" },
      resolved: { txHash: mockHash(`resolved ${hash}`), executedAt: begun + 1 },
    })
  })

  it("is a payload, a trigger or a timeout with the id that was asked for", async () => {
    const payload = [{ payloadId: hash, states: ["NO", { status: "EXECUTED", fields: { id: 9n } }] }] as const
    const shown = await ask({ gateway: payload }, `gateway/payload?payloadId=${hash}`, 2)
    const fields = ["payloadId", "id", "payloadCount", "callType", "switchboard"]
    expect(shown.map((body) => pick(pick(body, "response")[0], ...fields))).to.deep.equal([
      [hash, 1, 1, 1, none],
      [hash, "9", 1, 1, none],
    ])
    for (const name of ["trigger", "inbox"]) {
      const triggers = [{ triggerTxHash: hash, states: [{ error: "unknown" }, "Executed"] }] as const
      const [unknown, [seen]] = (await ask({ gateway: triggers }, `gateway/${name}?txHash=${hash}`, 2)).map(
        (body) => pick(body, "response")[0],
      ) as [unknown[], unknown[]]
      expect([unknown, ...pick(seen, "status", "onChainTxHash")]).to.deep.equal([[], "Executed", hash])
    }
    const timeoutOf = async (timeout: object, query: string): Promise<unknown> => {
      const [body] = await ask({ gateway: [{ timeout, states: ["RESOLVED"] }] }, `gateway/timeout?${query}`)
      const [[one]] = pick(body, "response") as [[object]]
      return pick(one, "id", "timeoutId", "target", "status", "originTxHash")
    }
    expect(await timeoutOf({ timeoutId: "77" }, "timeoutId=77")).to.deep.equal([
      ...[1, "77", appGateway, "RESOLVED", mockHash("77")],
    ])
    const both = `${hash}, ${contract}`
    expect(await timeoutOf({ txHash: hash, target: contract }, `txHash=${hash}&target=${contract}`)).to.deep.equal([
      ...[1, mockHash(`timeout ${both}`), contract, "RESOLVED", hash],
    ])
  })

  it("is the contract and its forwarder on the chain that was asked for, and neither before it is deployed", async () => {
    const states = ["IN_PROGRESS", "DEPLOYED", "FORWARDER_DEPLOYED"] as const
    for (const [chainSlug, shown] of [
      [7, 7],
      [undefined, 41_001],
    ]) {
      const query = chainSlug === undefined ? "" : `&chainSlug=${chainSlug}`
      const addresses = { gateway: [{ contractId: hash, chainSlug, states }] }
      const sides = (deployedContract: string, own: string): object => ({
        onchain: { chainSlug: shown, deployedContract },
        offchain: { forwarder: own, contractId: hash },
      })
      expect(await ask(addresses, `gateway/getAddresses?contractId=${hash}${query}`, 3)).to.deep.equal([
        ...[sides(none, none), sides(target, forwarder), sides(target, forwarder)],
      ])
      const forwarders = { gateway: [{ onChainAddress: contract, chainSlug, isDeployed: [false, true] }] } as const
      const asked = `gateway/getForwarderAddress?onChainAddress=${contract}${query}`
      const one = { chainSlug: shown, onChainAddress: contract, forwarderAddress: forwarder }
      expect(await ask(forwarders, asked, 2)).to.deep.equal([
        { ...one, isDeployed: false },
        { ...one, isDeployed: true },
      ])
    }
  })
})

describe("what a mocked swap API writes", () => {
  const one = String(10n ** 18n)
  const envelope = (result: unknown): object => ({ success: true, statusCode: 200, result, message: null })
  const tokenOn = (chainId: number): object => ({
    ...{ chainId, address: token, name: "Mocked Token", symbol: "MOCK", decimals: 18 },
    ...{ logoURI: logo("MOCK"), icon: logo("MOCK") },
  })
  const amountOn = (chainId: number): object => ({
    ...{ token: tokenOn(chainId), amount: one, priceInUsd: 1, valueInUsd: 1 },
  })

  it("is the status of a route with its moments, with or without an envelope", async () => {
    const path = `swap/v3/swap/status?srcTxHash=${hash}`
    const quoteId = mockHash("quote")
    const status = {
      ...{ quoteId, userOp: "tx", status: "COMPLETED", statusCode: "COMPLETED", isDestPayloadExecuted: true },
      origin: {
        ...{ chainId: 41_001, status: "COMPLETED", txHash: hash, timestamp: begun },
        ...{ userAddress: user, input: [amountOn(41_001)] },
      },
      destination: {
        ...{ chainId: 41_002, status: "COMPLETED", txHash: mockHash(`destination ${quoteId}`), timestamp: begun },
        ...{ receiverAddress: user, output: [{ ...amountOn(41_002), minAmountOut: one }] },
      },
      routeDetails: { name: "Mocked Bridge", logoURI: logo("Mocked Bridge") },
      refund: null,
    }
    for (const [isBare, body] of [
      [true, status],
      [false, envelope(status)],
      [undefined, envelope(status)],
    ] as const) {
      expect(await ask({ swap: [{ srcTxHash: hash, isBare, states: ["COMPLETED"] }] }, path)).to.deep.equal([body])
    }
    const refunded = [{ quoteId: "q", isBare: true, states: ["REFUNDED", 0] }] as const
    const [back, begins] = await ask({ swap: refunded }, "swap/v3/swap/status?quoteId=q", 2)
    expect(pick(back, "quoteId", "isDestPayloadExecuted", "refund")).to.deep.equal([
      ...["q", null],
      { chainId: 41_001, status: "COMPLETED", txHash: mockHash("refund q"), timestamp: begun },
    ])
    expect(pick(begins, "quoteId", "status", "statusCode")).to.deep.equal(["q", 0, 0])
  })

  it("is a quote whose routes expire an hour later, with or without an envelope", async () => {
    const asked = { originChainId: 7, destinationChainId: 8 }
    const path = "swap/v3/swap/quote?originChainId=7&destinationChainId=8"
    const quoteId = mockHash("quote")
    const statusCheck = (id: string): object => ({
      ...{ endpoint: `https://mocked.example/v3/swap/status?quoteId=${id}`, intervalSec: 1 },
    })
    const offer = {
      ...{ expiresAt: begun + 3_600, output: { ...amountOn(8), minAmountOut: one } },
      routeDetails: { name: "Mocked Bridge", logoURI: logo("Mocked Bridge") },
    }
    const paid = {
      ...{ ...offer, userOp: "tx", quoteId, statusCheck: statusCheck(quoteId) },
      approval: { spenderAddress: target, amount: one, tokenAddress: token, userAddress: user },
      txData: { kind: "evm_tx", object: { chainId: 7, to: target, data: "0x", value: "0" } },
    }
    const sent = {
      ...{ ...offer, userOp: "deposit", quoteId: "q", statusCheck: statusCheck("q"), approval: null, txData: null },
      deposit: {
        ...{ chainId: 7, token: tokenOn(7), amount: one, transferType: "erc20", depositAddress: target, memo: null },
      },
    }
    const quote = { ...asked, routes: [paid, sent] }
    const quotes = [[{}, { userOp: "deposit", quoteId: "q" }]] as const
    expect(await ask({ swap: [{ ...asked, isBare: true, quotes }] }, path)).to.deep.equal([quote])
    for (const isBare of [false, undefined]) {
      expect(await ask({ swap: [{ ...asked, isBare, quotes }] }, path)).to.deep.equal([envelope(quote)])
    }
    const [elsewhere] = await ask({ swap: [{ quotes: [[]], isBare: true }] }, "swap/v3/swap/quote")
    expect(elsewhere).to.deep.equal({ originChainId: 41_001, destinationChainId: 41_002, routes: [] })
  })

  it("is a list of tokens, and what a search finds in an object of its own", async () => {
    const list = await ask({ swap: [{ tokens: [{ 7: [{}], 8: [{ symbol: "X" }] }] }] }, "swap/v3/swap/tokens/list")
    expect(list).to.deep.equal([envelope({ 7: [tokenOn(7)], 8: [{ ...tokenOn(8), symbol: "X" }] })])
    const found = await ask({ swap: [{ q: "us", tokens: [{ 7: [{}] }] }] }, "swap/v3/swap/tokens/search?q=us")
    expect(found).to.deep.equal([envelope({ tokens: { 7: [tokenOn(7)] } })])
  })

  it("is chains in an envelope, and providers in none", async () => {
    const [chains] = await ask(
      { swap: [{ chains: [[{}, { chainId: 8, dexes: ["d"] }]] }] },
      "swap/v3/swap/supported-chains",
    )
    const listed = pick(chains, "result")[0] as unknown[]
    expect(listed.map((chain) => pick(chain, "chainId", "name", "dexes", "bridges"))).to.deep.equal([
      [41_001, "mocked", [], []],
      [8, "mocked", ["d"], []],
    ])
    const providers = [{ bridges: ["b"], dexes: ["d", "e"] }]
    const provider = (id: string): object => ({ providerId: id, displayName: id, logoURI: logo(id) })
    expect(await ask({ swap: [{ providers }] }, "swap/v3/swap/providers")).to.deep.equal([
      { bridges: [provider("b")], dexes: [provider("d"), provider("e")] },
    ])
  })

  it("is told what it is about where it was never asked for", () => {
    const swap = [{ quoteId: "q", states: ["PENDING"] }, { quotes: [[]] }, { tokens: [{}] }, { q: "us", tokens: [{}] }]
    const api = mockApi({ swap: [...swap, { chains: [[]] }] as never })
    expect(() => {
      api.assertDone()
    }).to.throw(
      "not used: the route q (never asked for); a quote (never asked for); the list of tokens (never asked for); tokens found by us (never asked for); the supported chains (never asked for)",
    )
  })
})
