import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData, type Hex, parseAbi, parseTransaction } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { readPaths } from "#src/devnet/messaging/paths.js"
import type { Stage } from "#src/devnet/stages.js"
import { trip } from "#src/testing/faults/kinds/trip.js"
import type { DataOf } from "#src/testing/faults/WorldFaults.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi([
  "function tripGlobal(uint256 nonce, bytes signature)",
  "function tripPath(uint256 nonce, uint32 srcChainSlug, bytes signature)",
  "function tripProposal(uint256 nonce, bytes32 packetId, uint256 proposalCount, bytes signature)",
  "function unTrip(uint256 nonce, bytes signature)",
  "function unTripPath(uint256 nonce, uint32 srcChainSlug, bytes signature)",
])
const [deployer, watcher, second] = [1, 2, 3].map((key) => privateKeyToAccount(bytes32(key)))
const contracts = { switchboard: at(0xf1), optimisticSwitchboard: at(0xf2) }
const names = new Map([
  [at(0xf1).toLowerCase(), "fast"],
  [at(0xf2).toLowerCase(), "optimistic"],
  [watcher!.address.toLowerCase(), "watcher"],
])
const nameOf = (address: string) => names.get(address.toLowerCase())

/** The fault on beta, whose path with gamma is optimistic only, and what was done there, when it was done. */
function tripped(data: Omit<DataOf<"trip">, "fault" | "chain">) {
  const done: string[] = []
  const request = async ({ method, params }: { method: string; params: [Hex] }): Promise<unknown> => {
    await new Promise(setImmediate)
    if (method === "eth_getTransactionCount") return "0x4"
    if (method === "eth_getTransactionReceipt") return { status: "0x1" }
    const [serialized] = params
    const { to, data: input } = parseTransaction(serialized)
    const { functionName, args } = decodeFunctionData({ abi, data: input! })
    done.push(`${nameOf(to!)}: ${functionName} ${args.slice(0, -1).join()}`)
    return bytes32(9)
  }
  // The watcher has signed 30 times, and the deployer twice.
  const readContract = ({ args: [signer] }: { args: [string] }) =>
    Promise.resolve(nameOf(signer) === "watcher" ? 30n : 2n)
  const chains = [
    ["alpha", 11],
    ["beta", 22],
    ["gamma", 33],
  ] as const
  const all = chains.map(([name, slug]) => ({
    name,
    slug,
    chainId: slug,
    provider: { request },
    publicClient: { readContract },
  }))
  const sync = async () => {
    await new Promise(setImmediate)
    done.push("sync")
  }
  const paths = readPaths([{ between: ["gamma", "beta"], kinds: ["OPTIMISTIC"] }], all)
  const world = {
    devnet: { paths, chains: Object.fromEntries(all.map((chain) => [chain.name, chain])) },
    messaging: { contexts: all.map((chain) => ({ chain, contracts, observer: { sync } })) },
    accounts: { deployer, watchers: [watcher, second] },
  }
  const context = { world, happen: () => done.push("happened"), happened: () => 0 }
  const work = trip({ fault: "trip", chain: "beta", ...data } as never, context as never)
  return { work, done, taken: () => done.splice(0) }
}

describe("the fault trip", () => {
  it("has tripped every switchboard when it has begun, and none when it has ended", async () => {
    const { work, taken } = tripped({ what: "everything" })
    await work.begin?.()
    const by = (functionName: string) => ["fast", "optimistic"].map((kind) => `${kind}: ${functionName} 2`)
    expect(taken()).to.deep.equal([...by("tripGlobal"), "happened"])
    await work.undo?.()
    expect(taken()).to.deep.equal(by("unTrip"))
  })

  it("trips the paths from other chains at the switchboards that they have, by the first watcher", async () => {
    const { work, taken } = tripped({ what: "path" })
    await work.begin?.()
    const paths = ["fast: tripPath 30,11", "optimistic: tripPath 30,11", "optimistic: tripPath 30,33"]
    expect(taken()).to.deep.equal([...paths, "happened"])
    await work.undo?.()
    const undone = ["fast: unTripPath 2,11", "optimistic: unTripPath 2,11", "optimistic: unTripPath 2,33"]
    expect(taken()).to.deep.equal(undone)
    const one = tripped({ what: "path", from: "gamma" })
    await one.work.begin?.()
    expect(one.taken()).to.deep.equal(["optimistic: tripPath 30,33", "happened"])
  })

  it("trips the first proposal of each packet at a switchboard of the devnet, before anything else sees it", async () => {
    const { work, taken } = tripped({ what: "proposals" })
    const { interceptor } = work
    const proposed = (count: bigint | undefined, switchboard: Hex, packet: number) => ({
      proposal: count === undefined ? undefined : { proposalCount: count, switchboard },
      outbound: { packetId: bytes32(packet), srcChainSlug: 11 },
    })
    const first = proposed(0n, at(0xf2), 5)
    const others = [proposed(1n, at(0xf1), 6), proposed(0n, at(0xf3), 7), proposed(undefined, at(0xf1), 8)]
    const all = [first, ...others]
    expect(await interceptor?.before?.("attest", 22, all)).to.deep.equal(others)
    expect(taken()).to.deep.equal([`optimistic: tripProposal 30,${bytes32(5)},0`, "happened", "sync"])
    expect(await interceptor?.before?.("attest", 22, others)).to.deep.equal(others)
    expect(await interceptor?.before?.("attest", 11, all)).to.equal(all)
    expect(await interceptor?.before?.("propose", 22, all)).to.equal(all)
    expect(taken()).to.deep.equal([])

    const chosen = (stage: Stage, slug: number, account: Hex) => interceptor?.choose?.(stage, slug, all, account)
    expect(chosen("attest", 22, second!.address)).to.deep.equal([others[0], others[2]])
    for (const items of [
      chosen("attest", 22, watcher!.address),
      chosen("attest", 11, second!.address),
      chosen("propose", 22, second!.address),
    ])
      expect(items).to.equal(all)
  })
})
