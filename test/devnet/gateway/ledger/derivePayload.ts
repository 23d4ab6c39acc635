import { expect } from "chai"
import { describe, it } from "mocha"

import { failed, noAttempt, succeeded } from "#src/devnet/gateway/ledger/attempt.js"
import {
  derivePayload,
  emptyNote,
  isSameCall,
  isTakenBack,
  type PayloadNote,
} from "#src/devnet/gateway/ledger/derivePayload.js"
import { addGatewayFact, type GatewayFact, GatewayIndex } from "#src/devnet/gateway/ledger/facts.js"
import type { QueuedPayload } from "#src/devnet/gateway/ledger/types.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { payloadRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const alpha = 41001
const [ours, theirs] = [bytes32(0xd1), bytes32(0xd2)]
const policy = { clock: { now: () => 5_000 }, retries: { attempts: 3, delay: 500 } }
const once = failed(noAttempt, "0xbad1", policy)
const givenUp = failed(failed(once, "0xbad2", policy), "0xbad3", policy)

const payload: QueuedPayload = {
  ...{
    payloadId: bytes32(1),
    requestCount: 7,
    batchCount: 3,
    appGateway: at(0xa),
    callType: "WRITE",
    chainSlug: alpha,
  },
  ...{ target: at(0xb), callData: "0xd09de08a", contractId: bytes32(0xc0), createdAt: 1000 },
  options: { gasLimit: 9n, value: 0n, readAtBlockNumber: 0n, isParallel: false, writeFinality: 0 },
}
const queued: GatewayFact = { kind: "queued", payload }
const { payloadId } = payload
const finalized: GatewayFact = { kind: "finalized", payloadId, txHash: bytes32(0xf), proof: "0x01", digest: ours }
const execution = { txHash: bytes32(0xe), returnData: "0xbeef", gasUsed: 21n } as const
const read = { txHash: undefined, returnData: "0xcafe", gasUsed: 0n } as const
const executed = (digest = ours): GatewayFact => ({ kind: "executed", payloadId, execution, digest })
const resolved: GatewayFact = { kind: "resolved", payloadId, txHash: bytes32(0xc), fee: 5n }
const marked: GatewayFact = { kind: "markedReverted", payloadId }
const callback = { selector: "0x12345678", data: "0xaa" } as const

function derive(home: readonly GatewayFact[], served: readonly GatewayFact[] = [], note?: Partial<PayloadNote>) {
  const [homeIndex, servedIndex, other] = [new GatewayIndex(), new GatewayIndex(), new GatewayIndex()]
  for (const fact of home) addGatewayFact(homeIndex, fact)
  for (const fact of served) addGatewayFact(servedIndex, fact)
  const indexOf = (slug: number) => (slug === alpha ? servedIndex : other)
  return derivePayload(payloadId, homeIndex, indexOf, note && { ...emptyNote, ...note })
}

const untouched = {
  ...payload,
  ...{ callback: undefined, finalized: undefined, executed: undefined, resolved: undefined, idUsedIn: undefined },
  ...{ executionAttempt: noAttempt, callbackAttempt: noAttempt, isGivenUp: false, status: "NO" },
}
const signed = { txHash: bytes32(0xf), proof: "0x01", digest: ours }
const paid = { txHash: bytes32(0xc), fee: 5n }

describe("a payload, as it is derived from facts and notes", () => {
  it("is nothing until it is queued, and everything that is known of it then", () => {
    expect(derive([finalized, resolved], [executed()], { accepted: true })).to.equal(undefined)
    expect(derive([queued])).to.deep.equal(untouched)
    expect(
      derive([queued], [], { accepted: true, finalizationAttempt: once, executionAttempt: givenUp }),
    ).to.deep.equal({
      ...{ ...untouched, status: "FINALIZING", executionAttempt: once },
    })
    expect(derive([queued, finalized], [], { finalizationAttempt: givenUp, executionAttempt: once })).to.deep.equal({
      ...{ ...untouched, status: "FINALIZED", finalized: signed, executionAttempt: once },
    })
    const all: GatewayFact[] = [queued, { kind: "callbackSet", payloadId, callback }, finalized, resolved]
    expect(derive(all, [executed()], { executionAttempt: once, callbackAttempt: once })).to.deep.equal({
      ...{ ...untouched, status: "PROMISE_RESOLVED", callback, finalized: signed, executed: execution, resolved: paid },
      ...{ executionAttempt: succeeded(once), callbackAttempt: succeeded(once) },
    })
  })

  it("is where the last thing that happened put it", () => {
    const passed = succeeded(noAttempt)
    const statuses: [Parameters<typeof derive>, string][] = [
      [[[queued], [], {}], "NO"],
      [[[queued], [executed()], {}], "NO"],
      [[[queued, resolved], [executed()], { read }], "NO"],
      [[[queued], [], { accepted: true, executionAttempt: passed, finalizationAttempt: passed }], "FINALIZING"],
      [[[queued, finalized], [], { finalizationAttempt: passed, callbackAttempt: passed }], "FINALIZED"],
      [[[queued, finalized], [], { executionAttempt: once }], "FINALIZED"],
      [[[queued, finalized, resolved], [], { accepted: true }], "FINALIZED"],
      [[[queued, finalized], [], { executionAttempt: passed }], "EXECUTING"],
      [[[queued, finalized, resolved], [executed(theirs)], { executionAttempt: passed }], "EXECUTING"],
      [[[queued, finalized], [executed()], { executionAttempt: passed }], "EXECUTED"],
      [[[queued, finalized], [], { read, callbackAttempt: once }], "EXECUTED"],
      [[[queued, finalized], [executed()], { callbackAttempt: passed }], "PROMISE_RESOLVING"],
      [[[queued, finalized, resolved], [], { read }], "PROMISE_RESOLVED"],
      [[[queued, finalized, resolved], [executed()], { callbackAttempt: once }], "PROMISE_RESOLVED"],
    ]
    expect(statuses.map(([given]) => derive(...given)?.status)).to.deep.equal(statuses.map(([, status]) => status))
  })

  it("was executed by what has its digest, or read; another one with its id is said once it is finalized", () => {
    const facts = (...given: Parameters<typeof derive>) => {
      const { executed: by, idUsedIn } = derive(...given)!
      return [by, idUsedIn]
    }
    expect([
      facts([queued], [executed(theirs)]),
      facts([queued], [], { read }),
      facts([queued, finalized], []),
      facts([queued, finalized], [executed(theirs)]),
      facts([queued, finalized], [executed(theirs)], { read }),
      facts([queued, finalized], [executed()], { read }),
      // The gateway chain executes nothing of a served chain.
      facts([queued, finalized, executed()], []),
    ]).to.deep.equal([
      ...[
        [undefined, undefined],
        [undefined, undefined],
        [undefined, undefined],
        [undefined, execution.txHash],
        [read, undefined],
        [execution, undefined],
        [undefined, undefined],
      ],
    ])
  })

  it("is given up where no attempt at its next step is left, or it was marked, until a retry or its end", () => {
    const isGivenUp = (...given: Parameters<typeof derive>) => derive(...given)?.isGivenUp
    expect([
      isGivenUp([queued], [], { finalizationAttempt: givenUp }),
      isGivenUp([queued], [], { finalizationAttempt: once }),
      isGivenUp([queued, finalized], [], { finalizationAttempt: givenUp }),
      isGivenUp([queued, finalized], [], { executionAttempt: givenUp }),
      isGivenUp([queued, finalized], [], { callbackAttempt: givenUp }),
      isGivenUp([queued, finalized], [executed()], { executionAttempt: givenUp }),
      isGivenUp([queued, finalized], [executed()], { callbackAttempt: givenUp }),
      isGivenUp([queued, finalized, resolved], [executed()], { callbackAttempt: givenUp }),
      isGivenUp([queued, finalized, marked]),
      isGivenUp([queued, finalized, marked], [], { executionAttempt: once }),
      isGivenUp([queued, finalized, marked], [], { isReopened: true, executionAttempt: once }),
      isGivenUp([queued, finalized, marked], [], { isReopened: true, executionAttempt: givenUp }),
      isGivenUp([queued, finalized, marked, resolved], [executed()]),
    ]).to.deep.equal([...[true, false, false, true, false, false, true, false], ...[true, true, false, true, false]])
  })

  it("is the same call only with the same app gateway, chain, target and data", () => {
    const others = [{ appGateway: at(1) }, { chainSlug: 9 }, { target: at(2) }, { callData: "0x01" }] as const
    expect(
      [{ batchCount: 99 }, ...others].map((change) => isSameCall(payload, { ...payload, ...change })),
    ).to.deep.equal([true, false, false, false, false])
  })

  it("is taken back by a cancellation of its request, unless it is finalized or pays the fees", () => {
    const home = new GatewayIndex()
    addGatewayFact(home, { kind: "cancelled", requestCount: 7 })
    const records = [
      payloadRecord({ requestCount: 7 }),
      payloadRecord({ requestCount: 8 }),
      payloadRecord({ requestCount: 7, finalized: { txHash: bytes32(0xf), proof: "0x01", digest: ours } }),
      payloadRecord({ requestCount: 7, callType: "DISTRIBUTE_FEE" }),
    ]
    expect(records.map((record) => isTakenBack(record, home))).to.deep.equal([true, false, false, false])
  })
})
