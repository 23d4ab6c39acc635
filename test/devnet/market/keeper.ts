import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex } from "viem"

import { keeper, type MarketWorkerContext } from "../../../src/devnet/market/keeper.js"
import type { MarketJob } from "../../../src/devnet/market/ledger.js"
import type { ActorCall } from "../../../src/devnet/relay/callBatch.js"
import type { BatchSender } from "../../../src/devnet/relay/createBatchSender.js"
import { createManualClock } from "../../fixtures/clocks/manualClock.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

const bridge = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const chainTime = 1000

const release = (id: number, notBefore: number): MarketJob => ({
  id: `release ${id}`,
  subject: { stage: "release", chainSlug: 41001, bridge, quoteId: bytes32(id), notBefore },
  since: 0,
  readyAt: 0,
})

/** Has a keeper perform jobs on a chain whose time stands at {@link chainTime}. */
async function perform(jobs: readonly MarketJob[], refuses: (call: ActorCall) => boolean = () => false) {
  const clock = createManualClock()
  const simulated: Hex[] = []
  const postponed: [string, number][] = []
  const batchSender: BatchSender = {
    simulate(call) {
      simulated.push(call.data)
      return Promise.resolve({ success: !refuses(call), gasUsed: 1n, revertData: "0xdead" })
    },
    send: (calls) => Promise.resolve(calls.map(() => ({ success: true, revertData: "0x" as const }))),
  }
  const context = {
    chain: { slug: 41001, provider: { request: () => Promise.resolve({ timestamp: numberToHex(chainTime) }) } },
    contracts: {},
    ledger: { postpone: (job: MarketJob, until: number) => postponed.push([job.id, until - clock.now()]) },
    clock,
    retries: { attempts: 1, delay: 500 },
  } as unknown as MarketWorkerContext
  const handler = keeper(context, batchSender).find(({ stage }) => stage === "release")
  await handler!.perform(jobs)
  return { simulated, postponed }
}

describe("the market's keeper", () => {
  it("attempts no job before the chain's own time has reached it", async () => {
    const { simulated } = await perform([release(1, chainTime), release(2, chainTime + 1)])
    expect(simulated.map((data) => data.slice(-2))).to.deep.equal(["01"])
  })

  it("postpones what is refused by the delay between attempts, without end, and nothing else", async () => {
    const { postponed } = await perform([release(1, 0), release(2, 0)], ({ data }) => data.endsWith("02"))
    expect(postponed).to.deep.equal([["release 2", 500]])
  })
})
