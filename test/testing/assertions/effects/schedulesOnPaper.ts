import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex } from "viem"

import type { RequestRecord, TimeoutRecord } from "#src/devnet/gateway/ledger/types.js"
import { checkRanWhenDue } from "#src/testing/assertions/effects/schedules.js"
import { failureOf } from "#src/testing/assertions/Matcher.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { rememberWorld } from "#src/testing/world/runningWorlds.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { payloadRecord, requestRecord, timeoutRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const start = 1_767_225_600

/** A timeout that is due so many seconds after the start, and by how many it runs late, or early; `undefined` for never. */
type Planned = readonly [after: number, late: number | undefined, txHash?: Hex]

type Played = {
  readonly planned?: readonly Planned[]
  readonly requests?: readonly RequestRecord[]
  /** Seconds by which the chain is ahead of the clock. */
  readonly ahead?: number
  readonly isFrozen?: boolean
}

/** A world whose actors run what is due whenever they are waited for, and at which seconds after the start they were. */
function open({ planned = [], requests = [], ahead = 0, isFrozen = true }: Played) {
  let milliseconds = start * 1_000
  const done: unknown[] = []
  let timeouts = planned.map(([after], index) =>
    timeoutRecord({ timeoutId: bytes32(50 + index), executeAt: start + after }),
  )
  const chainNow = () => milliseconds / 1_000 + ahead
  const clock = {
    isFrozen,
    now: () => milliseconds,
    advance: (more: number) => void (milliseconds += more),
    freeze: () => void ((clock.isFrozen = true), done.push("freeze")),
    unfreeze: () => void ((clock.isFrozen = false), done.push("unfreeze")),
  }
  const idle = () => {
    done.push(chainNow() - start)
    timeouts = timeouts.map((timeout, index): TimeoutRecord => {
      const [after, late] = planned[index]!
      const isRun = timeout.resolved === undefined && late !== undefined && chainNow() >= start + after + late
      return isRun ? { ...timeout, resolved: { txHash: bytes32(7), executedAt: chainNow() } } : timeout
    })
    return Promise.resolve()
  }
  const { client } = fakeNode({
    eth_getBlockByNumber: ([block]: [string]) => (block === "pending" ? { timestamp: numberToHex(chainNow()) } : {}),
  })
  const testClient = {
    mine: async () => {
      await new Promise(setImmediate)
      done.push("mined")
    },
  }
  const gateway = {
    ...{ sync: () => Promise.resolve(), contracts: {}, servedContracts: {} },
    chain: { publicClient: client, provider: client, testClient, name: "gateway", slug: 9, accounts: [] },
    ledger: {
      requestsOf: (txHash: Hex) => (txHash === bytes32(1) ? requests : []),
      timeouts: ({ txHash }: { txHash: Hex }) =>
        timeouts.filter((_, index) => (planned[index]![2] ?? bytes32(1)) === txHash),
      ...{ executeAtOf: () => undefined, isReady: () => true, payload: () => undefined },
    },
  }
  const world = {
    ...{ gateway, clock, registry: createRegistry(), devnet: { chains: {} } },
    relay: { running: true, idle, wake: () => undefined, isPaused: () => false },
    hre: { artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) } },
  }
  const sent = { hash: bytes32(1) }
  rememberWorld(sent, world as unknown as OpenWorld)
  return { sent, done, clock }
}

describe("schedules that are followed until they are due", () => {
  const holds = async (played: Played) => (await checkRanWhenDue(open(played).sent)).holds

  it("are each waited for a second before and when they are due, the next one first, and those of callbacks too", async () => {
    const requests = [requestRecord({ txHash: bytes32(2) })]
    const played = open({
      planned: [
        [100, 0],
        [60, 0],
        [61, 0, bytes32(2)],
        [-5, 0],
      ] as const,
      requests,
    })
    expect((await checkRanWhenDue(played.sent)).holds).to.equal(false)
    expect(played.done).to.deep.equal([
      ...[0, "freeze", "mined", 59, "mined", 60, 60, "mined", 61],
      ...["mined", 99, "mined", 100],
    ])
    const due = open({ planned: [[60, 0]] })
    expect((await checkRanWhenDue(due.sent)).holds).to.equal(true)
    expect(await holds({ planned: [[60, 0, bytes32(2)]], requests })).to.equal(true)
    const none = await checkRanWhenDue(open({ planned: [[60, 0, bytes32(3)]], requests: [] }).sent)
    const text = `Expected every schedule to run when it is due, but the transaction ${bytes32(1)} of the gateway chain made none.`
    expect([await failureOf(none, false), await failureOf(none, true)]).to.deep.equal([text, text])
  })

  it("are wrong a second early or late, or never, and are not waited for any longer", async () => {
    expect(await holds({ planned: [[60, -1]] })).to.equal(false)
    expect(
      await holds({
        planned: [
          [60, 1],
          [61, 0],
        ] as const,
      }),
    ).to.equal(false)
    const never = open({
      planned: [
        [60, undefined],
        [90, 0],
      ],
    })
    const result = await checkRanWhenDue(never.sent)
    expect(never.done).to.deep.equal([0, "freeze", "mined", 59, "mined", 60, "mined", 89, "mined", 90])
    const [first, ...others] = (await failureOf(result, false))!.split("\n")
    expect([first, others.map((line) => line.slice(0, 68)), await failureOf(result, true)]).to.deep.equal([
      ...["Expected every schedule to run when it is due, but:", [`  ${bytes32(50)}`], undefined],
    ])
  })

  it("go by the gateway chain's own time, where it is ahead of the clock's", async () => {
    const played = open({ planned: [[60, 0]], ahead: 20 })
    expect((await checkRanWhenDue(played.sent)).holds).to.equal(true)
    expect(played.done).to.deep.equal([20, "freeze", "mined", 59, "mined", 60])
  })

  it("leave time running where it ran, also if a check fails, and standing where it stood", async () => {
    const problem = new Error("the chain is closed")
    for (const isFrozen of [true, false]) {
      const played = open({ planned: [[60, 0]], isFrozen })
      await checkRanWhenDue(played.sent)
      expect(played.clock.isFrozen).to.equal(isFrozen)
    }
    const failing = open({ planned: [[60, 0]], isFrozen: false })
    const { advance } = failing.clock
    failing.clock.advance = (more) => {
      advance(more)
      throw problem
    }
    expect(await checkRanWhenDue(failing.sent).catch((error: unknown) => error)).to.equal(problem)
    expect([failing.clock.isFrozen, failing.done]).to.deep.equal([false, [0, "freeze", "unfreeze"]])
  })

  it("are missed while their batch has not begun, and only then", async () => {
    const requestWith = (more: Parameters<typeof payloadRecord>[0]) => [
      requestRecord({ requestCount: 3, txHash: bytes32(1), payloads: [payloadRecord(), payloadRecord(more)] }),
    ]
    const schedule = { callType: "SCHEDULE", payloadId: bytes32(50) } as const
    const executed = { txHash: bytes32(4), returnData: "0x", gasUsed: 1n } as const
    const waiting = await checkRanWhenDue(open({ requests: requestWith({ ...schedule, payloadId: bytes32(51) }) }).sent)
    expect([waiting.holds, (await failureOf(waiting, false))?.split("\n").slice(0, 2)]).to.deep.equal([
      false,
      [
        "Expected every schedule to run when it is due, but:",
        "  request 3 of 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 is IN_PROGRESS",
      ],
    ])
    expect(await holds({ planned: [[60, 0]], requests: requestWith(schedule) })).to.equal(true)
    expect(
      await holds({ planned: [[60, 0]], requests: requestWith({ ...schedule, payloadId: bytes32(51) }) }),
    ).to.equal(false)
    const ran = { ...schedule, payloadId: bytes32(51), executed }
    expect(await holds({ planned: [[60, 0]], requests: requestWith(ran) })).to.equal(true)
    const none = await checkRanWhenDue(open({ requests: requestWith({ payloadId: bytes32(51) }) }).sent)
    expect(await failureOf(none, true)).to.contain("made none.")
  })
})
