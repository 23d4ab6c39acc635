import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { addReported, addReportedTimeouts, createApiReader, requestOfPayload } from "#src/gateway/reading/askApi.js"
import type { RequestFacts } from "#src/gateway/reading/types.js"
import type { GatewayRequest, Payload, Timeout } from "#src/gateway/types.js"
import { minedAt, payloadFacts, requestFacts, timeoutFacts } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const target: Address = `0x${"a".repeat(40)}`
const txHash = bytes32(70)

/** A payload as the API reports it. */
function payloadOf(id: number, more: Partial<Payload> = {}): Payload {
  return {
    ...{ kind: "write", payloadId: bytes32(id), status: "NO", chainSlug: 41_001, target, payload: "0xda" },
    ...{ callType: "WRITE", batchCount: null, finalizeDetails: { finalizeTxHash: null, finalizeStatus: null } },
    executeDetails: { isExecuted: false, executionStatus: "NO", executeTxHash: null, returnData: null },
    callBackDetails: { callbackTxHash: null, callbackStatus: null },
    ...{ simulationDetails: {} as Payload["simulationDetails"], appGatewayDetails: null },
    ...more,
  }
}
function requestOf(requestCount: number | null, payloads: readonly Payload[], more: object = {}): GatewayRequest {
  return { status: "IN_PROGRESS", requestCount, feesInfo: null, payloads, ...more }
}
const timeoutOf = (id: number, more: Partial<Timeout> = {}): Timeout =>
  ({
    ...{ timeoutId: bytes32(id), target, payload: "0xda", executeAt: 1_500, isResolved: false, resolveTxHash: null },
    ...{ originTxHash: bytes32(71), ...more },
  }) as Timeout

describe("createApiReader", () => {
  const guard = {
    ask: async <Value>(request: (signal: AbortSignal) => Promise<Value>) => {
      try {
        return { kind: "answer", value: await request(new AbortController().signal) } as const
      } catch (error) {
        return { kind: "no answer", says: (error as Error).message, error } as const
      }
    },
  }
  /** An API that answers with these, or fails with why, and what it was asked. */
  function readerOf(answers: Readonly<Partial<Record<string, unknown>>>) {
    const asked: string[] = []
    const answer = (name: string) => (parameters: Readonly<Record<string, unknown>>) => {
      asked.push(`${name} ${JSON.stringify({ ...parameters, signal: undefined })}`)
      const found = answers[name]
      return typeof found === "string" ? Promise.reject(new Error(found)) : Promise.resolve(found)
    }
    const names = ["getTransaction", "getPayload", "getTimeouts", "getTriggers"]
    const api = Object.fromEntries(names.map((name) => [name, answer(name)]))
    return { reader: createApiReader(api as never, guard), asked }
  }
  const requests = [requestOf(7, [payloadOf(1)])]
  const [timeouts, triggers, payload] = [[timeoutOf(3)], [{ callId: bytes32(4) }], { payloadId: bytes32(1) }]
  const nothing = { getTransaction: [], getTimeouts: [], getTriggers: [], getPayload: "It does not know it." }

  it("asks for an id as everything that it can be, and passes on all that is known", async () => {
    const { reader, asked } = readerOf({
      ...{ getTransaction: requests, getTimeouts: timeouts, getTriggers: triggers, getPayload: payload },
    })
    expect(reader.isConfigured).to.equal(true)
    expect(await reader.askForId(txHash)).to.deep.equal({ requests, timeouts, triggers, payload, problem: null })
    expect(asked.sort()).to.deep.equal([
      `getPayload {"payloadId":"${txHash}"}`,
      `getTimeouts {"timeoutId":"${txHash}"}`,
      `getTransaction {"txHash":"${txHash}"}`,
      `getTriggers {"txHash":"${txHash}"}`,
    ])
  })

  it("says why there was no answer at all, and takes any for one", async () => {
    const down = { ...nothing, getTransaction: "It is down.", getTimeouts: "It is down." }
    const problemOf = async (more: object) => (await readerOf({ ...down, ...more }).reader.askForId(txHash)).problem
    expect(await problemOf({})).to.equal("It is down.")
    for (const name of ["getTransaction", "getTimeouts", "getTriggers"]) {
      const { reader } = readerOf({ ...nothing, [name]: `${name} is down.` })
      expect((await reader.askForId(txHash)).problem).to.equal(`${name} is down.`)
    }
    // That an id is no payload's is no failure.
    expect((await readerOf(nothing).reader.askForId(txHash)).problem).to.equal(null)
    for (const known of [{ getPayload: payload }, { getTriggers: triggers }, { getTimeouts: timeouts }]) {
      expect(await problemOf(known), Object.keys(known)[0]).to.equal(null)
    }
    expect(await problemOf({ getTransaction: requests })).to.equal(null)
  })

  it("asks for what a transaction made, and leaves out what fails", async () => {
    const { reader, asked } = readerOf({ ...nothing, getTransaction: requests, getTimeouts: timeouts })
    const found = await reader.askForTransaction(txHash)
    expect(found).to.deep.equal({ requests: [{ ...requests[0], txHash }], timeouts, problem: null })
    expect(asked.sort()).to.deep.equal([`getTimeouts {"txHash":"${txHash}"}`, `getTransaction {"txHash":"${txHash}"}`])
    const half = await readerOf({
      ...nothing,
      getTransaction: "It is down.",
      getTimeouts: timeouts,
    }).reader.askForTransaction(txHash)
    expect(half).to.deep.equal({ requests: [], timeouts, problem: "It is down." })
    expect(await readerOf({ getTriggers: triggers }).reader.askForTriggers(txHash)).to.equal(triggers)
    expect(await readerOf({ getTriggers: "It is down." }).reader.askForTriggers(txHash)).to.deep.equal([])
  })
})

describe("addReported", () => {
  it("adds to each request of the logs what the API knows of it, and what a read returned", () => {
    const executed = { isExecuted: true, executionStatus: "EXECUTED", executeTxHash: null, returnData: "0x77" } as const
    const [write, read, open, spelled] = [
      payloadOf(1, { executeDetails: executed }),
      payloadOf(2, { kind: "read", executeDetails: executed }),
      payloadOf(3, { kind: "read" }),
      payloadOf(0xab, { payloadId: bytes32(0xab).toUpperCase().replace("X", "x") }),
    ]
    const mined = { mined: minedAt(9), returnData: "0x88", gasUsed: 5n } as const
    const facts = [1, 2, 3, 0xab, 5].map((id) => payloadFacts(id))
    const logged = [
      requestFacts(facts),
      requestFacts([payloadFacts(2, { executed: mined })], { requestCount: 8 }),
      requestFacts([], { requestCount: 9 }),
    ]
    const [seven, eight] = [requestOf(7, [write, read, open, spelled]), requestOf(8, [read])]
    expect(addReported(logged, [eight, seven], txHash)).to.deep.equal([
      {
        ...logged[0],
        reported: seven,
        payloads: [
          { ...facts[0], reported: write },
          { ...facts[1], reported: read, executed: { mined: null, returnData: "0x77", gasUsed: null } },
          { ...facts[2], reported: open },
          { ...facts[3], reported: spelled },
          facts[4],
        ],
      },
      { ...logged[1], reported: eight, payloads: [{ ...logged[1]!.payloads[0], reported: read }] },
      { ...logged[2], reported: undefined },
    ])
  })

  it("adds the requests that only the API knows, as far as it tells", () => {
    const executeDetails = {
      isExecuted: true,
      executionStatus: "EXECUTED",
      executeTxHash: null,
      returnData: "0x77",
    } as const
    const payloads = [
      payloadOf(1, { status: "EXECUTING" }),
      payloadOf(2, { status: "EXECUTED", executeDetails, batchCount: 5, callType: "READ" }),
      payloadOf(3, {
        ...{ status: "PROMISE_RESOLVED", executeDetails, payload: null, target: null },
        callBackDetails: { callbackTxHash: bytes32(33), callbackStatus: null },
      }),
    ]
    const reported = requestOf(8, payloads)
    const found = addReported([requestFacts([])], [reported], txHash)
    const open = {
      ...{ requestCount: 8, appGateway: null, chainSlug: 41_001, options: null, queued: null, callback: null },
      ...{ dueAt: null, finalized: null, marked: null, executed: null, resolved: null },
    }
    const executed = { mined: null, returnData: "0x77", gasUsed: null } as const
    const expected: RequestFacts = {
      ...{ requestCount: 8, txHash, submitted: null, appGateway: null, maxFees: null, cancelled: null, settled: null },
      payloads: [
        {
          ...open,
          payloadId: bytes32(1),
          batchCount: 0,
          callType: "WRITE",
          target,
          callData: "0xda",
          reported: payloads[0],
        },
        {
          ...{ ...open, payloadId: bytes32(2), batchCount: 5, callType: "READ", target, callData: "0xda", executed },
          reported: payloads[1],
        },
        {
          ...{
            ...open,
            payloadId: bytes32(3),
            batchCount: 2,
            callType: "WRITE",
            target: null,
            callData: "0x",
            executed,
          },
          ...{ resolved: { transactionHash: bytes32(33) }, reported: payloads[2] },
        },
      ],
      openedBy: null,
      reported,
    }
    expect(found.slice(1)).to.deep.equal([expected])
  })

  it("tells the requests of the transaction itself from those that callbacks opened", () => {
    const openedIn = (more: object) =>
      addReported([], [requestOf(8, [], more)], txHash).map((one) => [one.txHash, one.openedBy])
    const other = bytes32(71)
    expect(openedIn({})).to.deep.equal([[txHash, null]])
    expect(openedIn({ txHash })).to.deep.equal([[txHash, null]])
    expect(openedIn({ txHash: other, openedBy: bytes32(1) })).to.deep.equal([[other, bytes32(1)]])
    expect(openedIn({ txHash: other })).to.deep.equal([[other, txHash]])
  })
})

describe("requestOfPayload", () => {
  const details = {
    ...{ payloadId: bytes32(1), status: "EXECUTED", requestCount: 8, batchCount: 2, chainSlug: 41_001, target },
    ...{ payload: "0xda", callType: "READ", isGivenUp: true, simulationDetails: { a: 1 }, isExecuted: true },
    ...{ finalizeTxHash: bytes32(2), finalizeStatus: "F", executeTxHash: bytes32(3), returnData: "0x77" },
    ...{ callbackTxHash: bytes32(4), callbackStatus: "C", appGateway: target, value: 5n },
  }

  it("makes a request with this payload alone", () => {
    expect(requestOfPayload(details as never)).to.deep.equal({
      ...{ status: "IN_PROGRESS", requestCount: 8, feesInfo: null },
      payloads: [
        {
          ...{ kind: "read", payloadId: bytes32(1), status: "EXECUTED", chainSlug: 41_001, target, payload: "0xda" },
          ...{ batchCount: 2, simulationDetails: { a: 1 }, isGivenUp: true, callType: "READ", appGatewayDetails: null },
          finalizeDetails: { finalizeTxHash: bytes32(2), finalizeStatus: "F" },
          executeDetails: {
            ...{ isExecuted: true, executionStatus: "EXECUTED", executeTxHash: bytes32(3), returnData: "0x77" },
          },
          callBackDetails: { callbackTxHash: bytes32(4), callbackStatus: "C" },
        },
      ],
    })
    const made = (more: object) => requestOfPayload({ ...details, ...more } as never)
    const [write] = made({ callType: null, isExecuted: null }).payloads
    expect([write!.kind, write!.callType, write!.executeDetails.isExecuted]).to.deep.equal(["write", "WRITE", false])
    expect(made({ status: "PROMISE_RESOLVED" }).status).to.equal("COMPLETED")
  })
})

describe("addReportedTimeouts", () => {
  it("adds to each timeout of the logs what the API knows of it, and those that only the API knows, but for schedules", () => {
    const logged = [timeoutFacts(0xa1), timeoutFacts(2)]
    const spelled = timeoutOf(1, { timeoutId: bytes32(0xa1).toUpperCase().replace("X", "x") })
    const [open, ran] = [timeoutOf(3), timeoutOf(4, { isResolved: true, resolveTxHash: bytes32(44) })]
    const schedule = timeoutOf(5, { timeoutId: bytes32(0xa5).toUpperCase().replace("X", "x") })
    const unlogged = { scheduled: null, originTxHash: bytes32(71), target, payload: "0xda", dueAt: 1_500n }
    expect(addReportedTimeouts(logged, [ran, open, schedule, spelled], new Set([bytes32(0xa5)]))).to.deep.equal([
      { ...logged[0], reported: spelled },
      { ...logged[1], reported: undefined },
      { ...unlogged, timeoutId: bytes32(4), resolved: { transactionHash: bytes32(44) }, reported: ran },
      { ...unlogged, timeoutId: bytes32(3), resolved: null, reported: open },
    ])
  })
})
