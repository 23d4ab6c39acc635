import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { readSwitchboards } from "#extras/audit/src/trust/reading/readEnds.js"
import { switchboardAbi } from "#src/messaging/onchain/abi.js"
import { createFakeChain, revert, type SeenCall } from "#test/fixtures/nodes/fakeChain.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [fast, optimistic, own, silent] = [at(0xa1), at(0xa2), at(0xa3), at(0xa4)]

/** What the switchboards answer: the watchers of each chain of the fast one, and what they do not have. */
function answer(address: Address, { functionName, args }: SeenCall): unknown {
  if (address === silent) throw Object.assign(new Error("the node is down"), { code: -32_603 })
  if (address === own || (address === optimistic && functionName === "totalWatchers")) throw revert()
  if (functionName === "totalWatchers") return { 1: 5n, 2: 0n, 3: 7n }[Number(args[0])] ?? 0n
  if (functionName === "timeoutInSeconds") return address === fast ? 60n : 90n
  return functionName === "isPathTripped" ? args[0] === 1 : functionName === "initialPacketCount" ? 0n : false
}

describe("readSwitchboards", () => {
  it("reads by which rule each allows packets, and the watchers of every chain that has some", async () => {
    const contracts = Object.fromEntries(
      [fast, optimistic, own, silent].map((address) => [
        address,
        { abi: switchboardAbi, answer: (call: SeenCall) => answer(address, call) },
      ]),
    )
    const view = { client: createFakeChain({ contracts }).client, socket: at(1), blockNumber: 2n, answers: new Map() }
    const noted: string[] = []
    const used = [
      { address: fast, siblingSlug: 1 },
      { address: fast, siblingSlug: 2 },
      { address: optimistic, siblingSlug: 1 },
      { address: own, siblingSlug: 1 },
      { address: silent, siblingSlug: 1 },
    ]
    const read = await readSwitchboards(view, { used, slugs: [1, 2, 3], note: (what) => noted.push(what) })
    const watched = [
      [1, 5n],
      [3, 7n],
    ]
    expect(read.map(({ rule, totalWatchers }) => [rule, [...totalWatchers]])).to.deep.equal([
      ["fast", watched],
      ["fast", watched],
      ["optimistic", []],
      ["own", []],
      [undefined, [1, 2, 3].map((slug) => [slug, undefined])],
    ])
    expect(
      read.map(({ state }) => state && [state.isPathTripped, state.totalWatchers, state.timeoutInSeconds]),
    ).to.deep.equal([[true, 5n, 60n], [false, 0n, 60n], [true, null, 90n], [null, null, null], undefined])
    expect([...new Set(noted)]).to.have.members([
      `how many watch at switchboard ${silent}`,
      `the state of switchboard ${silent}`,
    ])
  })
})
