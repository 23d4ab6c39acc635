import { expect } from "chai"
import { describe, it } from "mocha"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { Protocol } from "#src/devnet/relay/Protocol.js"
import { createSnapshots } from "#src/devnet/snapshots.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { failure } from "#test/fixtures/failure.js"

type Call = { readonly method: string; readonly params?: readonly unknown[] }

const turn = () => new Promise(setImmediate)
const turns = async (count: number) => {
  for (let passed = 0; passed < count; passed += 1) await turn()
}

/** A chain with snapshots of its own, which are used up once, and which is set back by what comes to its provider or to it itself. */
function chainOf(name: string, done: string[], first: number) {
  let count = first
  const kept = new Set<string>()
  const listeners: ((id: string) => Promise<void>)[] = []
  const ask = async ({ method, params = [] }: Call): Promise<unknown> => {
    await turn()
    const [id] = params as readonly string[]
    done.push([name, method, ...(id === undefined ? [] : [id])].join(" "))
    if (method === "evm_snapshot") {
      const taken = `0x${(count += 1).toString(16)}`
      kept.add(taken)
      return taken
    }
    if (method !== "evm_revert") return name
    if (!kept.has(String(id))) return false
    for (const other of [...kept]) if (BigInt(other) >= BigInt(String(id))) kept.delete(other)
    for (const listener of listeners) await listener(String(id))
    return true
  }
  const chain = {
    name,
    provider: { request: ask },
    onRevert: (listener: (id: string) => Promise<void>) => void listeners.push(listener),
    whileStill: (work: (request: typeof ask) => Promise<unknown>) => work(ask),
  } as unknown as LocalChain
  return { chain, ask, kept }
}

/** The snapshots of two chains, whose own ids are far apart, with one protocol and one more thing that is remembered. */
function open({ fails = () => false }: { readonly fails?: () => boolean } = {}) {
  const done: string[] = []
  const reported: unknown[] = []
  const [alpha, beta] = [chainOf("alpha", done, 0), chainOf("beta", done, 0x20)]
  let [number, isHeld] = [0, 0]
  const noted = (what: string) => () => void done.push(what)
  const protocol = {
    sync: async () => {
      await turns(5)
      if (fails()) throw new Error("no sync")
      done.push("sync")
    },
    remember: async () => {
      await turn()
      return noted(`ledger ${number}`)
    },
  } as unknown as Protocol<string>
  const snapshots = createSnapshots({
    chains: [alpha.chain, beta.chain],
    protocols: [protocol],
    relay: {
      hold: async (work) => {
        isHeld += 1
        try {
          return await work()
        } finally {
          isHeld -= 1
        }
      },
    },
    others: {
      time: () => noted(`time ${(number += 1)}`),
      rest: () => [
        () => async () => {
          await turns(9)
          done.push(`other, ${isHeld === 1 ? "held" : "running"}`)
        },
      ],
    },
    report: (error) => reported.push(error),
  })
  /** Of a chain that was set back alone, with those that were not. */
  const codes = () =>
    reported.splice(0).map((error) => {
      if (!isPlugsError(error)) return String(error)
      return [error.code, error.facts["chain"], error.facts["not set back"]].join(" ")
    })
  return { snapshots, alpha, beta, taken: () => done.splice(0), codes }
}

describe("createSnapshots", () => {
  it("takes one of every chain when all is known, and goes back in order: time, chains, the rest, ledgers", async () => {
    const { snapshots, taken, codes } = open()
    expect([await snapshots.take(), snapshots.ids(), taken()]).to.deep.equal([
      ...["0x1", ["0x1"], ["sync", "alpha evm_snapshot", "beta evm_snapshot"]],
    ])
    await snapshots.revert("0x1")
    const back = (a: string, b: string) => [
      ...["time 1", `alpha evm_revert ${a}`, `beta evm_revert ${b}`, "alpha evm_snapshot", "beta evm_snapshot"],
      ...["other, held", "sync", "ledger 0"],
    ]
    expect(taken().toSorted()).to.deep.equal(back("0x1", "0x21").toSorted())
    await snapshots.revert("0x1")
    const second = taken()
    expect([second[0], ...second.slice(-3)]).to.deep.equal(["time 1", "other, held", "sync", "ledger 0"])
    expect(second.slice(1, 5).toSorted()).to.deep.equal(back("0x2", "0x22").slice(1, 5).toSorted())
    expect([snapshots.ids(), codes()]).to.deep.equal([["0x1"], []])
  })

  it("keeps those taken before it, drops those taken after it, and refuses what is none", async () => {
    const { snapshots, taken } = open()
    for (let count = 0; count < 3; count += 1) await snapshots.take()
    await snapshots.revert("0x2")
    expect([snapshots.ids(), snapshots.has("0x2"), snapshots.has("0x3")]).to.deep.equal([["0x1", "0x2"], true, false])
    expect(await snapshots.take()).to.equal("0x4")
    taken()
    for (const id of ["0x3", "0x9", "", 1, undefined, null]) {
      const { code, facts, next } = await failure(snapshots.revert(id as string))
      expect([code, facts, next?.includes("0x1, 0x2, 0x4")], String(id)).to.deep.equal([
        ...["INVALID_INPUT", { argument: "id" }, true],
      ])
    }
    expect(taken()).to.deep.equal([])
    const empty = await failure(open().snapshots.revert("0x1"))
    expect(empty.next).to.contain("devnet.snapshot()")
  })

  it("is taken and gone back to on every chain's provider, which answers all else as before", async () => {
    const { snapshots, alpha, beta } = open()
    const ask = ({ chain }: typeof alpha, method: string, ...params: unknown[]) =>
      chain.provider.request({ method, params }) as Promise<unknown>
    expect([await ask(beta, "devnet_snapshot"), snapshots.ids()]).to.deep.equal(["0x1", ["0x1"]])
    expect([await ask(alpha, "devnet_revert", "0x1"), await ask(alpha, "eth_chainId")]).to.deep.equal([true, "alpha"])
    expect(await failure(ask(alpha, "devnet_revert"))).to.include({ code: "INVALID_INPUT" })
  })

  it("hears of a chain that is set back alone: says so once until all go back, reads it, and drops what it has lost", async () => {
    const { snapshots, alpha, beta, taken, codes } = open()
    const first = await snapshots.take()
    const own = await alpha.ask({ method: "evm_snapshot" })
    const second = await snapshots.take()
    taken()
    await alpha.ask({ method: "evm_revert", params: [own] })
    expect([taken(), codes(), snapshots.ids()]).to.deep.equal([
      [`alpha evm_revert ${String(own)}`, "sync"],
      ["CHAIN_SET_BACK_ALONE alpha beta"],
      [first],
    ])
    expect((await failure(snapshots.revert(second))).code).to.equal("INVALID_INPUT")
    const again = await alpha.ask({ method: "evm_snapshot" })
    await alpha.ask({ method: "evm_revert", params: [again] })
    expect([codes(), snapshots.ids()]).to.deep.equal([[], [first]])
    const ofBeta = await beta.ask({ method: "evm_snapshot" })
    await beta.ask({ method: "evm_revert", params: [ofBeta] })
    expect(codes()).to.deep.equal(["CHAIN_SET_BACK_ALONE beta alpha"])
    await snapshots.revert(first)
    expect(codes()).to.deep.equal([])
    const late = await alpha.ask({ method: "evm_snapshot" })
    await alpha.ask({ method: "evm_revert", params: [late] })
    expect([codes(), snapshots.ids()]).to.deep.equal([["CHAIN_SET_BACK_ALONE alpha beta"], [first]])
    // The devnet's own snapshot of the chain is used up with it.
    await alpha.ask({ method: "evm_revert", params: ["0x5"] })
    expect([codes(), snapshots.ids()]).to.deep.equal([[], []])
  })

  it("reports what goes wrong when it reads a chain that was set back, and what a chain has lost is an error", async () => {
    let isBroken = false
    const { snapshots, alpha, beta, codes } = open({ fails: () => isBroken })
    const id = await snapshots.take()
    const own = await beta.ask({ method: "evm_snapshot" })
    isBroken = true
    await beta.ask({ method: "evm_revert", params: [own] })
    expect(codes()).to.deep.equal(["CHAIN_SET_BACK_ALONE beta alpha", "Error: no sync"])
    isBroken = false
    alpha.kept.clear()
    expect(await snapshots.revert(id).catch(String))
      .to.contain("alpha")
      .and.contain("0x1")
    // What reverts afterwards is not taken for a part of that.
    alpha.kept.add("0x1")
    await alpha.ask({ method: "evm_revert", params: ["0x1"] })
    expect(codes()).to.deep.equal(["CHAIN_SET_BACK_ALONE alpha beta"])
  })
})
