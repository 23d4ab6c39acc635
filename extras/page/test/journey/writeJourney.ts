import { expect } from "chai"
import { describe, it } from "mocha"

import { writeJourney } from "#extras/page/src/journey/writeJourney.js"
import type { Stage } from "#src/devnet/stages.js"
import {
  deploy,
  type Entry,
  first,
  id,
  journeyOf,
  linesOf,
  moved,
  other,
  plugs,
  request,
} from "#test/fixtures/testing/journeys.js"
import { runCopiedTest } from "#test/fixtures/testing/runCopiedTest.js"

const fault: Entry = { kind: "fault", id: 1, line: "await world.faults.down()" }

describe("a journey as a test", () => {
  it("has holds, faults and the time that passes, and goes step by step where a message was taken back", async () => {
    const reorg = 'await world.faults.reorg("beta", { blocks: 2, at: "SEALED" })'
    const trip = 'await world.faults.trip("beta", { what: "path" })'
    const entries = [
      ...[deploy("beta"), moved("RECEIVED"), { kind: "hold", stages: ["attest", "seal"] } as const],
      ...[
        { kind: "fault", id: 1, line: reorg, wait: 2_300 } as const,
        moved("SEALED"),
        moved("RECEIVED"),
        moved("SEALED"),
      ],
      ...[{ kind: "fault over", id: 1 } as const, { kind: "fault", id: 2, line: trip } as const],
      ...[
        { kind: "release", stages: ["attest", "seal"] } as const,
        moved("EXECUTING"),
        request("beta", {}, { method: "evm_mine", params: [] }),
      ],
      moved("INBOUND_REVERTING", { revertData: "0xbad0" }),
    ]
    expect((await linesOf(journeyOf(entries))).slice(1)).to.deep.equal([
      'world.hold("attest")',
      "await world.time.increase(2)",
      `const fault1 = ${reorg}`,
      "await world.deliverNext(id)",
      "await world.deliverNext(id)",
      "await fault1.end()",
      trip,
      'world.release("attest")',
      "await world.deliver(id)",
    ])
  })

  it("waits as long as the clock went on, and never for what it had gone back", async () => {
    const mine = request("beta", { to: plugs["beta"], from: first })
    const waits = [2_000, -2_000, 3_000, 900, 200].map((wait) => ({ ...mine, wait }))
    const written = await linesOf(journeyOf([mine, ...waits, moved("RECEIVED"), { ...mine, wait: 9_000 }]))
    const times = written.map((line) => /increase\((.*)\)/.exec(line)?.[1] ?? "-")
    expect(times.join(" ")).to.equal("- 2 - - 1 - - 1 - -")
  })

  it("holds a stage where no message goes through it before it is released, and releases what it holds", async () => {
    const hold = (...stages: Stage[]): Entry => ({ kind: "hold", stages })
    const release = (...stages: Stage[]): Entry => ({ kind: "release", stages })
    const turns = async (...entries: Entry[]) =>
      (await linesOf(journeyOf([deploy("alpha"), moved("RECEIVED"), ...entries]))).filter((line) =>
        /^world\.(hold|release)/.test(line),
      )
    const both = ['world.hold("seal")', 'world.release("seal")']
    expect(await turns(hold("seal"), release("seal"), moved("SEALED"), moved("PROPOSED"))).to.deep.equal(both)
    const twice = [hold("seal"), release("seal"), release("seal"), moved("SEALED")]
    expect(await turns(...twice)).to.deep.equal(both)
    expect(await turns(hold("seal"), moved("SEALED"), release("seal"), moved("PROPOSED"))).to.deep.equal([])
    expect(await turns(hold("seal"), moved("SEALED"))).to.deep.equal([])
    expect(await turns(hold("propose"), moved("SEALED"))).to.deep.equal(['world.hold("propose")'])
    expect(await turns(hold("executePayload"), moved("SEALED"))).to.deep.equal(['world.hold("executePayload")'])
    // Each stage is gone through by what it takes alone: what comes to the next state, or fails there.
    for (const [stage, goesOn, staysThere] of [
      ["propose", "PROPOSED", "ATTESTED"],
      ["attest", "ATTESTED", "VERIFIED"],
      ["verify", "VERIFIED", "ATTESTED"],
      ["simulate", "EXECUTING", "VERIFIED"],
      ["execute", "EXECUTION_SUCCESS", "EXECUTING"],
    ] as const) {
      expect(await turns(hold(stage), moved(goesOn)), stage).to.deep.equal([])
      expect(await turns(hold(stage), moved(staysThere)), stage).to.deep.equal([`world.hold("${stage}")`])
    }
    expect(await turns(hold("release", "seal"), release("release"), moved("SEALED"))).to.deep.equal([])
  })

  it("writes attempts that revert alike as a loop, and ends with the states and the revert", async () => {
    const again = Array.from({ length: 4 }, (_, index) => ({
      ...moved(index < 3 ? "INBOUND_REVERTING" : "EXECUTION_FAILURE", { revertData: "0xbad0" }),
      wait: 1_000,
    }))
    const journey = journeyOf([moved("RECEIVED"), ...again], { reasonOf: () => "Moody(\u2028')\nalert(1)" })
    const thrice = journeyOf([moved("RECEIVED"), ...again.slice(1)])
    expect((await linesOf(thrice))[0]).to.equal("for (let attempt = 0; attempt < 3; attempt += 1) {")
    expect(await linesOf(journeyOf([moved("RECEIVED"), ...again.slice(2)]))).to.have.length(4)
    expect(await linesOf(journey)).to.deep.equal([
      "for (let attempt = 0; attempt < 4; attempt += 1) {",
      "  await world.time.increase(1)",
      "  await world.deliver(id)",
      "}",
    ])
    const text = await writeJourney(journey)
    const ends = { id, status: "EXECUTION_FAILURE", revertData: "0xbad0" }
    const tried = { ...ends, status: "INBOUND_REVERTING" }
    const passed = [{ id, status: "RECEIVED" }, { id: other, status: "SEALED" }, tried, ends]
    const { title, options, calls } = await runCopiedTest(text, passed)
    expect(title).to.equal("ends as it did: EXECUTION_FAILURE")
    expect(options).to.deep.equal({ chains: ["alpha", "beta"], delivery: "manual" })
    expect(calls).to.have.length(8)
    for (const wrong of [
      passed.slice(0, 1),
      [...passed, { id, status: "EXECUTION_SUCCESS" }],
      passed.with(3, { ...ends, revertData: "0x" }),
    ]) {
      const failure: unknown = await runCopiedTest(text, wrong).catch((error: unknown) => error)
      expect(failure).to.have.property("name", "AssertionError")
    }
  })

  it("leaves out attempts that came to nothing, but those of a message that was given up for them", async () => {
    const tried = (of = id, status: "INBOUND_REVERTING" | "EXECUTION_FAILURE" = "INBOUND_REVERTING") => ({
      ...moved(status, { id: of, revertData: "0xbad0" }),
      wait: 1_000,
    })
    const once = ["await world.time.increase(1)", "await world.deliver(id)"]
    expect(await linesOf(journeyOf([moved("RECEIVED"), tried(), tried(), tried()]))).to.deep.equal(once)
    const others = [tried(other), tried(other), tried(other)]
    const late = [moved("RECEIVED"), ...others, tried(), tried()]
    expect((await linesOf(journeyOf(late))).join("\n")).to.not.contain("attempt")
    const both = [fault, ...others, tried(other, "EXECUTION_FAILURE"), moved("RECEIVED")]
    expect((await linesOf(journeyOf(both)))[1]).to.equal("for (let attempt = 0; attempt < 4; attempt += 1) {")
  })

  it("passes time that goes by in pieces at once", async () => {
    const mined = request("alpha", {}, { method: "evm_mine", params: [] })
    const entries = [moved("RECEIVED"), ...[1, 2, 3].map(() => ({ ...mined, wait: 2_000 })), moved("SEALED")]
    expect((await linesOf(journeyOf(entries)))[0]).to.equal("await world.time.increase(6)")
  })

  it("takes a message on to where a fault trips its proposal, which takes it back", async () => {
    const line = 'await world.faults.trip("beta", { what: "proposals" })'
    const back = [moved("RECEIVED"), moved("SEALED"), moved("PROPOSED"), moved("SEALED"), moved("PROPOSED")]
    const next = "await world.deliverNext(id)"
    const tripped = await linesOf(journeyOf([{ kind: "fault", id: 1, line }, ...back]))
    expect(tripped.slice(1)).to.deep.equal([next, next, next, next])
    const over = { kind: "fault over", id: 1 } as const
    expect((await linesOf(journeyOf([{ kind: "fault", id: 1, line }, over, ...back]))).slice(2)).to.have.length(3)
    const elsewhere = line.replace("beta", "alpha")
    expect((await linesOf(journeyOf([{ kind: "fault", id: 1, line: elsewhere }, ...back]))).slice(1)).to.have.length(3)
  })

  it("writes no loop of what comes again after something else, nor of one line", async () => {
    const reverting = { ...moved("INBOUND_REVERTING", { revertData: "0xbad0" }), wait: 1_000 }
    const givenUp = { ...reverting, status: "EXECUTION_FAILURE" } as const
    const attempt = ["await world.time.increase(1)", "await world.deliver(id)"]
    const between = ["const fault1 = await world.faults.down()", "await fault1.end()"]
    const apart = [moved("RECEIVED"), reverting, fault, { kind: "fault over", id: 1 } as const, givenUp]
    expect(await linesOf(journeyOf(apart))).to.deep.equal([...attempt, ...between, ...attempt])
    const thrice = await linesOf(journeyOf([fault, fault, fault, moved("SEALED")]))
    expect(thrice).to.deep.equal([...Array<string>(3).fill(fault.line), 'await world.deliver(id, { until: "SEALED" })'])
    const late = await linesOf(journeyOf([moved("RECEIVED"), fault, reverting, reverting, givenUp, fault]))
    expect(late).to.deep.equal([
      ...[fault.line, "for (let attempt = 0; attempt < 3; attempt += 1) {", ...attempt.map((line) => `  ${line}`), "}"],
    ])
  })
})
