import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import type { Batch } from "#extras/audit/src/judging/Batch.js"
import { judgeBatches } from "#extras/audit/src/judging/judgeBatches.js"
import type { WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import { at } from "#test/fixtures/wire/addresses.js"

const call = { to: at(2), value: 3n, data: "0x", operation: 0 } as const
const batch = (name: string, slug: number, calls: number): Batch => ({
  ...{ chain: { slug, name, chainId: slug }, from: at(1), notes: [] },
  calls: Array.from({ length: calls }, () => call),
})

/** A plan with so many changes and extras. */
function planOf(changes: number, extras: number, problems: readonly object[] = []): WiringPlan {
  const listOf = (length: number, one: object): object[] => Array.from({ length }, () => one)
  const none = { sibling: zeroAddress }
  return {
    inPlace: [],
    changes: listOf(changes, { before: none }),
    extras: listOf(extras, none),
    problems,
  } as unknown as WiringPlan
}

/** Judges batches of which no chain has a copy, against a wiring whose paths are not read: before them it only has extras. */
async function judge(batches: readonly Batch[], extras = 0, after: WiringPlan = planOf(0, 0)) {
  const known = { contractOf: () => ({}), otherAbis: [], copies: [] }
  return await judgeBatches({ batches, plan: planOf(0, extras), planAgain: () => Promise.resolve(after), ...known })
}

describe("judgeBatches, without a copy of any chain", () => {
  it("decodes each call, numbered through all batches, and knows of none what it does", async () => {
    const judged = await judge([batch("alpha", 1, 2), batch("beta", 2, 1)])
    const why = "there is no copy of the chain"
    expect(
      judged.batches.map(({ chain, calls, hashes }) => [chain.name, calls.map(({ number }) => number), hashes]),
    ).to.deep.equal([
      ["alpha", ["1", "2"], { why }],
      ["beta", ["3"], { why }],
    ])
    expect([judged.verdict, judged.findings, judged.steps]).to.deep.equal(["unknown", [], []])
    expect(judged.notJudged).to.deep.equal([
      { name: "what is called on alpha", why },
      { name: "what is called on beta", why },
    ])
  })

  it("counts what is done and left of the wiring, and names the chains of it that are not there", async () => {
    const wiringOf = async (before: number, after: WiringPlan) => (await judge([], before, after)).wiring
    expect(await wiringOf(7, planOf(1, 1))).to.deep.equal({ done: 5, left: 2 })
    expect(await wiringOf(2, planOf(1, 3))).to.deep.equal({ done: 0, left: 4 })
    const problems = [
      { chain: "gamma", about: "unreachable" },
      { chain: "delta", about: "owner" },
    ]
    const judged = await judge([], 0, planOf(0, 0, problems))
    expect(judged.notJudged.map(({ name }) => name)).to.deep.equal(["the wiring of gamma"])
    expect(judged.verdict).to.equal("unknown")
    expect((await judge([])).verdict).to.equal("as wired")
  })
})
