import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData, zeroAddress } from "viem"

import { AbortedError } from "#src/http/errors.js"
import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { applyWiring, finishChange } from "#src/messaging/wiring/apply/applyWiring.js"
import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import { systemClock } from "#src/primitives/clock.js"
import { createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { at, contracts } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const { plug, sibling, socket, switchboard } = contracts
const hash = bytes32(0x5e47)
const nothing = { sibling: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress }
const args = [41_002, sibling, switchboard] as const
const data = encodeFunctionData({ abi: plugAbi, functionName: "connect", args })
const change = {
  ...{ kind: "connect", application: "app", chain: "alpha", chainSlug: 41_001, plug, sibling, switchboard },
  ...{ siblingChain: "beta", siblingChainSlug: 41_002, chainId: 41_001, socket, functionName: "connect" },
  ...{ data, sender: at(0x11), before: nothing, abi: plugAbi },
} as unknown as WiringChange

type Played = {
  /** To whom the socket says that the plug is connected. */
  readonly connected?: Address
  readonly status?: "0x0" | "0x1"
  readonly isMined?: boolean
  readonly signal?: AbortSignal
  /** Why the journal does not forget a change. Default: it forgets it. */
  readonly broken?: Error
  /** Whether the call would revert now, too. Default: yes. */
  readonly reverts?: boolean
}

/** Finishes a change whose transaction ended like this, and says whether the journal forgot it, and whether it is known why it reverted. */
async function finish(played: Played = {}) {
  const { connected = sibling, status = "0x1", isMined = true, signal, broken, reverts = true } = played
  const { client } = createFakeChain({
    receipt: isMined ? { status, logs: [] } : null,
    contracts: {
      [socket]: { abi: socketAbi, answer: () => [connected, switchboard, switchboard, at(1), at(2)] },
      [plug]: {
        abi: plugAbi,
        answer() {
          if (reverts) throw revert()
        },
      },
    },
  })
  const forgotten: WiringChange[] = []
  const remove = async (one: WiringChange): Promise<void> => {
    await Promise.resolve()
    if (broken !== undefined) throw broken
    forgotten.push(one)
  }
  const journal = { remove } as never
  const chain = { slug: 41_001, socket, publicClient: client, journal }
  const options = { errorAbis: [], receiptTimeout: 60_000, signal, clock: systemClock }
  const ended = await finishChange(chain, { change, hash }, options)
  expect(ended).to.include({ change, hash })
  expect(forgotten.every((one) => one === change)).to.equal(true)
  return [ended.status, ended.error?.code, forgotten.length, "reason" in (ended.error?.facts ?? {})]
}

describe("finishChange", () => {
  it("has failed where the transaction reverted, whatever the socket has", async () => {
    expect(await finish({ status: "0x0" })).to.deep.equal(["failed", "TRANSACTION_REVERTED", 1, true])
    // Nobody knows why where it would not any more.
    expect(await finish({ status: "0x0", reverts: false })).to.deep.equal([
      ...["failed", "TRANSACTION_REVERTED", 1, false],
    ])
  })

  it("is pending where the journal does not forget it, and a bug is no end of a change", async () => {
    const broken = new AbortedError()
    expect(await finish({ broken })).to.deep.equal(["pending", "ABORTED", 0, false])
    expect(await finish({ broken, status: "0x0" })).to.deep.equal(["pending", "ABORTED", 0, false])
    const bug = new TypeError("no function")
    expect(await rejection(finish({ broken: bug }))).to.equal(bug)
  })
})

describe("applyWiring, without a node", () => {
  const plan = { changes: [{ ...change, status: "ready" }], extras: [], problems: [], inPlace: [] } as never

  it("sends nothing from a chain that has nobody who sends, and leaves what the plan says of others", async () => {
    const { client, sent } = createFakeChain({})
    const chains = { alpha: { slug: 41_001, socket, publicClient: client } }
    const ends = async (status: string) => {
      const { isComplete, results } = await applyWiring({ plan: { changes: [{ ...change, status }] } as never, chains })
      return [isComplete, results.map((one) => [one.status, one.hash, one.error])]
    }
    expect(await ends("ready")).to.deep.equal([false, [["failed", undefined, undefined]]])
    expect(await ends("blocked")).to.deep.equal([false, [["blocked", undefined, undefined]]])
    expect(sent).to.deep.equal([])
  })

  it("does not apply a plan that was made with other chains", async () => {
    for (const chains of [{}, { alpha: { slug: 41_001 } }]) {
      const error: unknown = await applyWiring({ plan, chains }).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(Error).with.property("message").that.contains("alpha")
    }
  })
})
