import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, type Hex, pad, parseAbiParameters } from "viem"

import { noAttempt } from "#src/devnet/gateway/ledger/attempt.js"
import { addGatewayFact, type GatewayFact, GatewayIndex } from "#src/devnet/gateway/ledger/facts.js"
import { createGatewayViews } from "#src/devnet/gateway/ledger/gatewayViews.js"
import type { Attempt, PayloadRecord } from "#src/devnet/gateway/ledger/types.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [app, other, plug] = [at(0xa), at(0xb), at(0xc)] as [Address, Address, Address]
const reverting: Attempt = { outcome: "SIMULATION_FAILED", attempts: 2, revertData: "0xbad0", retryAt: 9 }
const givenUp: Attempt = { ...reverting, retryAt: undefined }

/** A payload of request 1 that nothing has happened to. */
const payload = (id: number, more: Partial<PayloadRecord> = {}) =>
  ({
    ...{ payloadId: bytes32(id), requestCount: 1, callType: "WRITE", status: "NO", appGateway: app, chainSlug: 5 },
    ...{ createdAt: 100 + id, contractId: bytes32(0xc0), isGivenUp: false },
    ...{ executionAttempt: noAttempt, callbackAttempt: noAttempt },
    ...more,
  }) as unknown as PayloadRecord

type Given = {
  readonly home?: readonly GatewayFact[]
  readonly served?: readonly GatewayFact[]
  readonly payloads?: readonly PayloadRecord[]
  readonly attempts?: Readonly<Record<number, Attempt>>
}

function viewsOf({ home = [], served = [], payloads = [], attempts = {} }: Given) {
  const [homeIndex, servedIndex] = [new GatewayIndex(), new GatewayIndex()]
  for (const own of payloads) addGatewayFact(homeIndex, { kind: "queued", payload: own })
  for (const fact of home) addGatewayFact(homeIndex, fact)
  for (const fact of served) addGatewayFact(servedIndex, fact)
  return createGatewayViews({
    home: () => homeIndex,
    indexes: () => [homeIndex, servedIndex],
    payload: (id) => payloads.find(({ payloadId }) => payloadId === id),
    jobs: { attemptOf: (id) => attempts[Number(id)] ?? noAttempt },
  })
}

const submitted = (requestCount: number, more: object = {}): GatewayFact => ({
  kind: "submitted",
  request: {
    ...{ requestCount, appGateway: app, txHash: bytes32(0xf0 + requestCount), openedBy: undefined },
    ...{ feePoolChain: 5, feePoolToken: plug, maxFees: 7n },
    ...more,
  },
})

describe("a request, as the gateway's ledger has it", () => {
  const statusWith = (...payloads: readonly Partial<PayloadRecord>[]) =>
    viewsOf({ home: [submitted(1)], payloads: payloads.map((more, index) => payload(index + 1, more)) }).request(1)
      ?.status
  const done = { status: "PROMISE_RESOLVED" } as const
  const executed = { executed: {} as never, status: "EXECUTED" } as const

  it("is what all its payloads are together: reverting where one is, and complete where all are", () => {
    expect([
      statusWith({}, done),
      statusWith(done, done),
      statusWith({ executionAttempt: reverting }, done),
      statusWith({ callbackAttempt: reverting }, {}),
      statusWith({ ...executed, callbackAttempt: reverting }, {}),
      statusWith({ ...executed, executionAttempt: reverting }, {}),
      statusWith({ isGivenUp: true }, {}),
      statusWith({ ...done, isGivenUp: true, executionAttempt: givenUp }, {}),
    ]).to.deep.equal([
      ...["IN_PROGRESS", "COMPLETED", "REVERTING", "IN_PROGRESS", "REVERTING", "IN_PROGRESS"],
      ...["REVERTING", "IN_PROGRESS"],
    ])
  })

  it("has its payloads as they were queued, the sum of their fees, and the last limit of what it may cost", () => {
    const paid = (fee: bigint) => ({ resolved: { txHash: bytes32(9), fee } })
    const payloads = [payload(2, paid(30n)), payload(1, paid(5n)), payload(3), payload(4, { requestCount: 2 })]
    const raise = (maxFees: bigint): GatewayFact => ({
      ...{ kind: "feesIncreased", requestCount: 1, feePoolChain: 6, feePoolToken: other, maxFees },
    })
    const views = viewsOf({ home: [submitted(1), submitted(2), raise(8n), raise(9n)], payloads })
    expect(views.request(1)).to.deep.equal({
      ...{ requestCount: 1, appGateway: app, txHash: bytes32(0xf1), openedBy: undefined },
      ...{ feePoolChain: 6, feePoolToken: other, maxFees: 9n, status: "IN_PROGRESS" },
      ...{ payloads: payloads.slice(0, 3), fee: 35n, isCancelled: false, isSettled: false },
    })
    expect(views.request(3)).to.equal(undefined)
    expect(views.requestsOf(bytes32(0xf2)).map(({ requestCount }) => requestCount)).to.deep.equal([2])
    expect(views.requestsOf(bytes32(0xf3))).to.deep.equal([])
    const over = viewsOf({
      home: [submitted(1), { kind: "cancelled", requestCount: 1 }, { kind: "settled", requestCount: 2 }, submitted(2)],
      payloads: [payload(1, { executionAttempt: reverting })],
    })
    // What a cancellation took back reverts no more.
    expect(over.request(1)).to.include({ status: "IN_PROGRESS", isCancelled: true, isSettled: false })
    expect(over.request(2)).to.include({ isCancelled: false, isSettled: true })
  })
})

describe("timeouts and triggers, as the gateway's ledger has them", () => {
  const timeout = (id: number, more: object = {}) => ({
    ...{ timeoutId: bytes32(id), scheduler: plug, target: app, payload: "0xda" as Hex, executeAt: 60 + id },
    ...{ originTxHash: bytes32(0xf0), createdAt: 1 },
    ...more,
  })
  const scheduled = (id: number, more: object = {}): GatewayFact => ({ kind: "scheduled", timeout: timeout(id, more) })
  const ran = (id: number): GatewayFact => ({
    ...{ kind: "timeoutResolved", timeoutId: bytes32(id), txHash: bytes32(0xe0 + id), executedAt: 70 },
  })
  const trigger = (id: number, more: object = {}) => ({
    ...{ triggerId: bytes32(id), appGateway: app, chainSlug: 5, plug, payload: "0xda" as Hex },
    ...more,
  })

  it("have the latest attempt, and once they have run, how often they had failed before", () => {
    const views = viewsOf({
      home: [scheduled(1), scheduled(2), ran(2)],
      attempts: { 1: reverting, 2: givenUp },
    })
    const resolved = { txHash: bytes32(0xe2), executedAt: 70 }
    const succeededAt = { ...noAttempt, outcome: "SIMULATION_SUCCESS", attempts: 2 }
    const both = [
      { ...timeout(1), resolved: undefined, status: "ADDED_TO_QUEUE", attempt: reverting },
      { ...timeout(2), resolved, status: "RESOLVED", attempt: succeededAt },
    ]
    expect(views.timeouts({})).to.deep.equal(both)
    expect(views.job(bytes32(2))).to.deep.equal({ kind: "timeout", timeout: both[1] })
  })

  it("are found by the transaction, the id and the contract, each of which has to fit", () => {
    const views = viewsOf({
      home: [scheduled(1), scheduled(2, { target: other }), scheduled(3, { originTxHash: bytes32(0xf9) })],
    })
    const found = (query: Parameters<typeof views.timeouts>[0]) =>
      views.timeouts(query).map(({ timeoutId }) => Number(timeoutId))
    expect([
      found({ txHash: bytes32(0xf0) }),
      found({ target: app.toUpperCase().replace("0X", "0x") as Address }),
      found({ timeoutId: bytes32(3) }),
      found({ txHash: bytes32(0xf0), target: other }),
      found({ txHash: bytes32(0xf9), timeoutId: bytes32(1) }),
    ]).to.deep.equal([[1, 2], [1, 3], [3], [2], []])
  })

  it("are schedules too, once their batch has begun: their app gateway calls its own callback", () => {
    const schedule = (id: number, requestCount = 1): GatewayFact => ({
      ...{ kind: "scheduleStarted" },
      schedule: { payloadId: bytes32(id), requestCount, executeAt: 500 + id, createdAt: 3 },
    })
    const callback = { selector: "0x12345678", data: "0xab" } as never
    const payloads = [
      payload(1, { callType: "SCHEDULE", callback, callbackAttempt: reverting }),
      payload(2, { callType: "SCHEDULE" }),
      payload(3, { callType: "SCHEDULE", requestCount: 2 }),
    ]
    const cancelled: GatewayFact = { kind: "cancelled", requestCount: 2 }
    const home = [submitted(1), submitted(2), schedule(1), schedule(2), schedule(3, 2), schedule(4), ran(2), cancelled]
    const call = encodeAbiParameters(parseAbiParameters("bytes, bytes"), ["0xab", "0x"])
    const own = { scheduler: app, target: app, createdAt: 3, originTxHash: bytes32(0xf1) }
    expect(viewsOf({ home, payloads }).timeouts({})).to.deep.equal([
      {
        ...{ ...own, timeoutId: bytes32(1), payload: `0x12345678${call.slice(2)}`, executeAt: 501 },
        ...{ status: "ADDED_TO_QUEUE", resolved: undefined, attempt: reverting },
      },
      {
        ...{ ...own, timeoutId: bytes32(2), payload: "0x", executeAt: 502, status: "RESOLVED" },
        ...{ resolved: { txHash: bytes32(0xe2), executedAt: 70 }, attempt: noAttempt },
      },
    ])
  })

  it("have a trigger as handled only where the same one was, and as reverting while its last attempt failed", () => {
    const triggered = (id: number, txHash = bytes32(0xf0)): GatewayFact => ({
      ...{ kind: "triggered", trigger: trigger(id), txHash },
    })
    const handled = (id: number, more: object = {}): GatewayFact => ({
      ...{ kind: "triggerHandled", trigger: trigger(id, more), txHash: bytes32(0xe0 + id) },
    })
    const views = viewsOf({
      home: [handled(1), handled(2, { payload: "0xdb" })],
      served: [triggered(1), triggered(2), triggered(3), triggered(4, bytes32(0xf9))],
      attempts: { 1: reverting, 3: givenUp },
    })
    const made = (id: number) => ({ ...trigger(id), txHash: bytes32(0xf0), handled: undefined })
    const found = views.triggers({ txHash: bytes32(0xf0) })
    expect(found).to.deep.equal([
      {
        ...{ ...made(1), status: "Executed", handled: { txHash: bytes32(0xe1) } },
        attempt: { ...noAttempt, outcome: "SIMULATION_SUCCESS", attempts: 2 },
      },
      { ...made(2), status: "Queued", attempt: noAttempt },
      { ...made(3), status: "Reverting", attempt: givenUp },
    ])
    expect(views.job(bytes32(3))).to.deep.equal({ kind: "trigger", trigger: found[2] })
    expect(views.job(bytes32(9))).to.equal(undefined)
  })
})

describe("what app gateways have deployed, as the gateway's ledger has it", () => {
  const returned = (address: Address, tail = "") => ({ executed: { returnData: `${pad(address)}${tail}` } as never })
  const deployment = (id: number, more: Partial<PayloadRecord> = {}) =>
    payload(id, { callType: "DEPLOY", ...returned(at(id)), ...more })
  const asked = { appGateway: app, contractId: bytes32(0xc0), chainSlug: 5 }

  it("is the latest of a contract on a chain, with its transaction and when it was asked for", () => {
    const payloads = [
      ...[deployment(1), deployment(2, { requestCount: 2 }), deployment(3, { chainSlug: 6 })],
      ...[deployment(4, { contractId: bytes32(1) }), deployment(5, { appGateway: other }), payload(6, returned(at(6)))],
    ]
    const views = viewsOf({ home: [submitted(1), submitted(2)], payloads })
    const on = { ...asked, onChainAddress: at(2), txHash: bytes32(0xf2), requestedAt: 102 }
    const found = views.deployment(asked)
    expect({ ...found, onChainAddress: found?.onChainAddress?.toLowerCase() }).to.deep.equal({
      ...on,
      onChainAddress: at(2).toLowerCase(),
    })
    expect(views.deployment({ ...asked, chainSlug: 7 })).to.equal(undefined)
  })

  it("is an address only of a deployment that was executed and returned a whole word", () => {
    const views = viewsOf({})
    const lower = (record: PayloadRecord) => views.deployedBy(record)?.toLowerCase()
    expect([
      lower(deployment(1)),
      lower(deployment(2, returned(at(7), "ff"))),
      views.deployedBy(deployment(3, { executed: undefined })),
      views.deployedBy(deployment(4, { executed: { returnData: pad(at(1)).slice(0, -1) } as never })),
      views.deployedBy(payload(5, returned(at(1)))),
    ]).to.deep.equal([at(1).toLowerCase(), at(7).toLowerCase(), undefined, undefined, undefined])
  })

  it("has a forwarder for an address in any case, on its chain", () => {
    const views = viewsOf({
      home: [{ kind: "forwarderDeployed", chainSlug: 5, onChainAddress: at(0xab) }],
    })
    const upper = at(0xab).toUpperCase().replace("0X", "0x") as Address
    expect([views.hasForwarder(5, upper), views.hasForwarder(5, at(0xab)), views.hasForwarder(6, upper)]).to.deep.equal(
      [true, true, false],
    )
  })
})
