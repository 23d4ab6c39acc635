import { expect } from "chai"
import { describe, it } from "mocha"

import { prune } from "#extras/page/src/journey/prune.js"
import { writeJourney } from "#extras/page/src/journey/writeJourney.js"
import {
  type Entry,
  first,
  id,
  journeyOf,
  linesOf,
  moved,
  other,
  request,
  type Work,
  worked,
} from "#test/fixtures/testing/journeys.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("what is left out of a journey", () => {
  const begun = (line: string, fault = 1): Entry => ({ kind: "fault", id: fault, line: `await world.faults.${line}` })
  const pruned = async (entries: readonly Entry[]) => {
    const text = await writeJourney(journeyOf(entries))
    const lines = await linesOf(journeyOf(entries))
    return { lines, leftOut: [...text.matchAll(/^ {4}\/\/ - (.*)$/gm)].map(([, what]) => what) }
  }
  const sent = moved("RECEIVED")
  const ended = moved("EXECUTION_SUCCESS")
  const elsewhere = moved("EXECUTION_SUCCESS", { id: other, to: "gamma" })
  const onGamma = request("gamma", { from: first, data: "0x12" })
  const later = [moved("RECEIVED", { id: other }), moved("VERIFIED", { id: other })]
  const all = ["await world.deliver(other)", "await world.deliver(id)"]

  it("faults of APIs, whatever else lasts", async () => {
    const failing = [begun('failingApi("swap")'), begun('slowApi("messaging", { seconds: 1 })', 2)]
    const over: Entry = { kind: "fault over", id: 1 }
    expect(await pruned([...failing, begun('down("watcher")', 3), sent, over, ended])).to.deep.equal({
      lines: ['await world.faults.down("watcher")', "await world.deliver(id)"],
      leftOut: ["faults of APIs: 2"],
    })
  })

  it("other chains, and messages to them, unless something came from there", async () => {
    const entries = [onGamma, elsewhere, sent, ended]
    expect(await pruned(entries)).to.deep.equal({
      lines: ["await world.deliver(id)"],
      leftOut: ["what was done on gamma", "what became of other messages: 1"],
    })
    const back = moved("EXECUTION_SUCCESS", { id: bytes32(3), from: "gamma", to: "delta" })
    for (const to of ["beta", "delta"]) {
      const home = moved("EXECUTION_SUCCESS", { id: bytes32(4), from: "delta", to: "alpha" })
      const { lines, leftOut } = await pruned([onGamma, elsewhere, sent, { ...back, to } as Entry, home, ended])
      expect(leftOut, to).to.deep.equal([])
      expect(lines, to).to.have.length(5)
    }
  })

  it("a chain whose name has two lines, in a comment of one", async () => {
    const named = request("gamma\nglobalThis.owned = 1 //\u202e", { from: first, data: "0x12" })
    expect((await pruned([named, sent, ended])).leftOut).to.deep.equal([
      "what was done on gamma\\u000aglobalThis.owned = 1 //\\u202e",
    ])
  })

  it("what became of a later message for which no plug was called", async () => {
    const { lines, leftOut } = await pruned([sent, ...later, ended])
    expect({ lines, leftOut }).to.deep.equal({
      lines: ["await world.deliver(id)"],
      leftOut: ["what became of other messages: 1"],
    })
    // One that came before is sealed before it, and one whose plug was called may have changed what it finds.
    for (const entries of [
      [...later, sent, ended],
      [sent, moved("RECEIVED", { id: other }), moved("EXECUTION_SUCCESS", { id: other }), ended],
    ]) {
      expect((await pruned(entries)).leftOut).to.deep.equal([])
    }
  })

  it("no chain and no message while a fault lasts, which can depend on blocks", async () => {
    const reorg = begun('reorg("alpha", { blocks: 2, at: "SEALED" })')
    const { lines, leftOut } = await pruned([reorg, onGamma, elsewhere, sent, ended])
    expect(leftOut).to.deep.equal([])
    expect(lines.slice(-2)).to.deep.equal(all)
  })

  describe("from where something can come to it", () => {
    const done = [...["alpha", "beta", "gamma", "delta", "gateway"].map((chain) => request(chain, { from: first }))]
    const toGateway = (kind: Work["kind"], chain: string) => worked(kind, "Executed", { chain, requestCount: 3 })
    /** The chains on which nothing matters, and how many other messages do not. */
    const apart = (of: string, ...moves: readonly Entry[]) => {
      const { leftOut } = prune(
        of,
        [...done, ...moves].map((entry) => ({ ...entry, at: 7 })),
      )
      return leftOut.map((what) => what.replace(/^what .* (?=\S+$)/, ""))
    }
    const far = ["delta", "gamma", "gateway"]

    it("takes messages, payloads both ways, and triggers and deposits to the gateway, over any number of chains", () => {
      expect(apart(id, ended)).to.deep.equal(far)
      for (const kind of ["trigger", "deposit", "timeout"] as const) {
        expect(apart(id, toGateway(kind, "beta"), ended), kind).to.deep.equal(far)
      }
      expect(apart(id, toGateway("payload", "gamma"), ended)).to.deep.equal(far)
      expect(apart(id, toGateway("payload", "beta"), ended)).to.deep.equal(["delta", "gamma"])
      for (const kind of ["payload", "trigger", "deposit"] as const) {
        const over = [toGateway(kind, "gamma"), toGateway("payload", "alpha"), ended]
        expect(apart(id, ...over), kind).to.deep.equal(["delta"])
      }
      const over = moved("EXECUTION_SUCCESS", { id: other, from: "delta", to: "gamma" })
      const on = moved("EXECUTION_SUCCESS", { id: bytes32(3), from: "gamma", to: "alpha" })
      expect(apart(id, over, on, ended)).to.deep.equal(["gateway"])
      expect(apart(id, moved("SEALED", { id: other, from: "gamma", to: "delta" }), ended)).to.deep.equal([...far, "1"])
    })

    it("begins at the gateway for a request", () => {
      const payload = toGateway("payload", "alpha")
      expect(apart("3", payload)).to.deep.equal(["beta", "delta", "gamma"])
      expect(apart("3", toGateway("trigger", "gamma"), payload)).to.deep.equal(["beta", "delta"])
      const onward = moved("EXECUTION_SUCCESS", { from: "alpha", to: "beta" })
      expect(apart("3", onward, payload)).to.deep.equal(["beta", "delta", "gamma", "1"])
      const before = moved("EXECUTION_SUCCESS", { from: "beta", to: "alpha" })
      expect(apart("3", before, payload)).to.deep.equal(["delta", "gamma"])
    })

    it("leaves out what moved at the gateway where nothing comes from there, and keeps every fault's end", () => {
      const entries = [toGateway("payload", "gamma"), toGateway("timeout", "gateway"), elsewhere, sent, ended]
      const kept = (...given: readonly Entry[]) =>
        prune(
          id,
          given.map((entry) => ({ ...entry, at: 7 })),
        ).entries.map(({ kind }) => kind)
      expect(kept(...entries)).to.deep.equal(["message", "message"])
      const fault = [begun('down("watcher")', 2), { kind: "fault over", id: 2 }] as const
      expect(kept(...fault, ...entries)).to.deep.equal([
        ...["fault", "fault over", "payload", "timeout", "message", "message", "message"],
      ])
      const api = [begun('cutApi("gateway")', 4), { kind: "fault over", id: 4 }] as const
      expect(kept(...api, ...entries)).to.deep.equal(["message", "message"])
    })
  })
})
