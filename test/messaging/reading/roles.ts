import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, type Hex, keccak256, pad, toBytes } from "viem"

import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { nameHolders, readRoleHolders } from "#src/messaging/reading/roles.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

const contract: Address = "0x00000000000000000000000000000000000000cc"
const one: Address = "0x0000000000000000000000000000000000000011"
const two: Address = "0x0000000000000000000000000000000000000022"
const head = { number: 100n, timestamp: 0n }
const watcherRole = keccak256(toBytes("WATCHER_ROLE"))
const watcherOf = (slug: number) =>
  keccak256(encodeAbiParameters([{ type: "bytes32" }, { type: "uint32" }], [watcherRole, slug]))

/** A chain whose node answers questions for logs only. */
function chainWith(getLogs: (filter: { fromBlock: Hex; toBlock: Hex }) => unknown): ReadableChain {
  const { client } = fakeNode(({ params: [filter] }) => getLogs(filter as { fromBlock: Hex; toBlock: Hex }))
  return { client, socket: contract, slug: 41_002, name: "beta" }
}

function log(event: "RoleGranted" | "RoleRevoked", role: Hex, account: Address) {
  return {
    address: contract,
    topics: [keccak256(toBytes(`${event}(bytes32,address)`)), role, pad(account)],
    data: "0x",
    blockNumber: "0x1",
    blockHash: pad("0x1"),
    transactionHash: pad("0x2"),
    transactionIndex: "0x0",
    logIndex: "0x0",
    removed: false,
  }
}

describe("readRoleHolders", () => {
  const ofAlpha = { contract, role: { name: "WATCHER_ROLE", slug: 41_001 } } as const

  it("returns who was granted the role of that chain and has it still", async () => {
    const role = watcherOf(41_001)
    const chain = chainWith(() => [
      log("RoleGranted", role, one),
      log("RoleGranted", role, two),
      log("RoleGranted", watcherOf(41_003), contract),
      log("RoleRevoked", role, one),
      log("RoleRevoked", role, two),
      log("RoleGranted", role, two),
      // One that is cut off.
      { ...log("RoleGranted", role, one), topics: log("RoleGranted", role, one).topics.slice(0, 2) },
    ])
    expect(await readRoleHolders(chain, head, ofAlpha)).to.deep.equal([two])
  })

  it("looks from the first block with logs of the socket to the head, in four requests at most", async () => {
    const asked: string[] = []
    const read = async (atOnce: number, more: Partial<ReadableChain> = {}) => {
      asked.length = 0
      const chain = chainWith(({ fromBlock, toBlock }) => {
        asked.push(`${Number(fromBlock)}-${Number(toBlock)}`)
        if (Number(toBlock) - Number(fromBlock) >= atOnce) throw new Error("query exceeds max range")
        return [log("RoleGranted", watcherRole, two)]
      })
      const role = { name: "WATCHER_ROLE" } as const
      return await readRoleHolders({ ...chain, ...more }, { ...head, number: 35_000n }, { contract, role })
    }
    expect([await read(Infinity), asked]).to.deep.equal([[two], ["0-35000"]])
    expect([await read(Infinity, { firstBlock: 7n }), asked]).to.deep.equal([[two], ["7-35000"]])
    // The first request is refused.
    expect([await read(10_000, { firstBlock: 10_000n }), asked.length]).to.deep.equal([[two], 4])
    expect([await read(10_000, { firstBlock: 5_000n }), asked.length]).to.deep.equal([undefined, 4])
  })
})

describe("nameHolders", () => {
  it("names one, several, and at most five", () => {
    expect(nameHolders("watcher", undefined)).to.equal("the watchers")
    expect(nameHolders("watcher", [])).to.equal("the watchers")
    expect(nameHolders("watcher", [one])).to.equal(`the watcher ${one}`)
    expect(nameHolders("watcher", [one, two])).to.equal(`the watchers ${one} and ${two}`)
    const five = Array.from({ length: 5 }, () => one)
    expect(nameHolders("watcher", five)).to.equal(`the watchers ${five.slice(1).join(", ")} and ${one}`)
    expect(nameHolders("watcher", [...five, two])).to.equal(`the watchers ${five.join(", ")} and 1 more`)
    const seven = Array.from({ length: 7 }, () => one)
    expect(nameHolders("watcher", seven)).to.equal(`the watchers ${seven.slice(0, 5).join(", ")} and 2 more`)
  })
})
