import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { writeJourney } from "#extras/page/src/journey/writeJourney.js"
import { jobStages, payloadStages } from "#src/devnet/gateway/stages.js"
import { marketStages, type Stage } from "#src/devnet/stages.js"
import {
  deploy,
  type Entry,
  id,
  journeyOf,
  moved,
  request,
  type Work,
  worked,
} from "#test/fixtures/testing/journeys.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("a journey on the gateway chain", () => {
  it("ends where the payloads of the request itself have, with why they revert as a remark, if that is known", async () => {
    const [own, foreign] = [bytes32(4), bytes32(5)]
    const entries = [
      ...[
        worked("payload", "NO", { id: own, requestCount: 3 }),
        worked("payload", "NO", { id: foreign, requestCount: 4 }),
      ],
      worked("payload", "FINALIZED", { id: own, requestCount: 3, revertData: "0xbad0" }),
      worked("payload", "EXECUTED", { id: foreign, requestCount: 4, revertData: "0xbad1" }),
    ]
    const ending = async (reason?: string) => {
      const text = await writeJourney(journeyOf(entries, { id: "3", reasonOf: () => reason }))
      expect(text).to.contain("gateway: true")
      return text.split("\n").flatMap((line) => (/revertData: "|\/\/ [A-Z]|\/\/ 0x/.test(line) ? line.trim() : []))
    }
    const end = `{ id: "${own}", status: "FINALIZED", revertData: "0xbad0" },`
    expect(await ending()).to.deep.equal([end])
    expect(await ending("NotNow()")).to.deep.equal(["// NotNow()", end])
  })

  const payload = (status: string, revertData?: Hex) => worked("payload", status, { requestCount: 3, revertData })
  const deployed = { ...deploy("alpha"), chain: "gateway" } as Entry

  it("deploys app gateways, delivers payloads, timeouts, triggers and deposits, and ends as the payloads of the request", async () => {
    const entries = [
      ...[deployed, worked("deposit", "CREDITED", { id: bytes32(6) }), payload("NO"), payload("FINALIZING")],
      ...[worked("timeout", "ADDED_TO_QUEUE", { id: bytes32(7), chain: "gateway" }), payload("EXECUTING")],
      ...[
        { ...payload("FINALIZED", "0xbad0"), wait: 1_000 },
        { ...payload("FINALIZED", "0xbad0"), wait: 1_000 },
      ],
      ...[
        worked("timeout", "RESOLVED", { id: bytes32(7), chain: "gateway" }),
        worked("trigger", "Executed", { id: bytes32(8) }),
      ],
      ...[payload("EXECUTED"), payload("PROMISE_RESOLVED")],
    ]
    const text = await writeJourney(journeyOf(entries, { id: "3", reasonOf: () => "Broken()" }))
    const [, body = ""] = /\n {4}\}\)\n\n(.*)\n\n {4}expect/s.exec(text) ?? []
    const lines = body.split("\n").map((line) => line.slice(4))
    expect(lines[0]).to.match(/^const greeterOnGateway = await world\.deployApp\("Greeter", \[/)
    for (const stage of ["seal", "execute", "accept", "timeout", "trigger"]) expect(lines[1]).to.contain(`"${stage}"`)
    expect(lines[1]).to.not.contain('"deposit"')
    expect([lines[2], ...lines.slice(4)]).to.deep.equal([
      "await world.deliver()",
      'await world.deliver(payload, { until: "EXECUTING" })',
      "await world.time.increase(1)",
      // One step, as it went back by one.
      ...["await world.deliverNext(payload)", "await world.time.increase(1)"],
      ...["await world.deliver(timeout)", "await world.deliver(trigger)", "await world.deliver(payload)"],
    ])
    expect(text).to.contain('it("ends as it did: PROMISE_RESOLVED"').and.contain("gateway: true")
    expect(text).to.contain(`{ id: "${bytes32(9)}", status: "PROMISE_RESOLVED", revertData: null },`)
    expect(text).to.contain("if (requestCount !== 3) return")
  })

  it("has a gateway wherever anything of it is left, and only then", async () => {
    const fault: Entry = { kind: "fault", id: 1, line: "await world.faults.down()" }
    const withGateway = async (...entries: Entry[]) =>
      (await writeJourney(journeyOf([fault, ...entries, moved("RECEIVED")]))).includes("gateway: true")
    expect(await withGateway(request("beta", {}, { method: "evm_mine", params: [] }))).to.equal(false)
    expect(await withGateway(request("gateway", {}, { method: "evm_mine", params: [] }))).to.equal(true)
    for (const kind of ["payload", "timeout", "trigger", "deposit"] as const) {
      expect(await withGateway(worked(kind, "NO")), kind).to.equal(true)
    }
  })

  it("leaves out the gateway for a message to whose chains nothing came from there, and keeps it otherwise", async () => {
    const entries = (chain: string) => [
      ...[deployed, worked("payload", "PROMISE_RESOLVED", { chain, requestCount: 1 }), moved("RECEIVED")],
      moved("EXECUTION_SUCCESS"),
    ]
    const apart = await writeJourney(journeyOf(entries("gamma")))
    expect(apart).to.contain("// - what was done on gateway").and.not.contain("gateway: true")
    const near = await writeJourney(journeyOf(entries("beta")))
    expect(near).to.contain("await world.deliver(payload)").and.contain("gateway: true")
  })

  it("asks for another attempt where a user has asked for it, after the last one that failed", async () => {
    const given = payload("FINALIZED", "0xbad0")
    const again = { ...payload("FINALIZED"), isRetried: true } as Entry
    const text = await writeJourney(journeyOf([deployed, given, again, payload("PROMISE_RESOLVED")], { id: "3" }))
    const lines = ["await world.deliver(payload)", "await world.devnet.retry(payload)", "await world.deliver(payload)"]
    expect(text).to.contain(lines.join("\n    "))
  })

  it("delivers what a request needs only so far as it was read, and holds what nothing went through", async () => {
    const hold = { kind: "hold", stages: ["accept", "resolve"] } as const
    const text = await writeJourney(journeyOf([deployed, hold, payload("NO")], { id: "3" }))
    expect(text)
      .to.contain('world.hold("accept", "resolve")')
      .and.contain('await world.deliver(payload, { until: "NO" })')
    const passed = await writeJourney(journeyOf([deployed, hold, payload("NO"), payload("FINALIZING")], { id: "3" }))
    expect(passed).to.contain('world.hold("resolve")')
  })

  it("goes through the stage of each state of a payload, and no other, and holds no stage of the relay besides", async () => {
    const heldWhere = async (stage: Stage, status: string) => {
      const hold = { kind: "hold", stages: [stage] } as const
      const text = await writeJourney(journeyOf([deployed, payload("NO"), hold, payload(status)], { id: "3" }))
      return text.includes(`world.hold("${stage}")`)
    }
    const goes = {
      ...{ FINALIZING: "accept", FINALIZED: "finalize", EXECUTING: "simulatePayload", EXECUTED: "executePayload" },
      ...{ PROMISE_RESOLVING: "simulateCallback", PROMISE_RESOLVED: "resolve" },
    }
    for (const stage of Object.keys(payloadStages) as Stage[]) {
      const [holds, expected]: [boolean[], boolean[]] = [[], []]
      for (const [status, by] of Object.entries(goes)) {
        holds.push(await heldWhere(stage, status))
        expected.push(by !== stage)
      }
      expect(holds, stage).to.deep.equal(expected)
    }
    for (const stage of [...Object.keys(jobStages), ...Object.keys(marketStages)] as Stage[]) {
      expect(await heldWhere(stage, "FINALIZING"), stage).to.equal(false)
    }
  })

  it("names what moves by its kind and number, but no deposit, and what the test is about by itself", async () => {
    const [two, three] = [bytes32(2), bytes32(3)]
    const ofKind = (kind: Work["kind"], ids: readonly Hex[]) =>
      ids.map((own) => worked(kind, kind === "payload" ? "NO" : "Executed", { id: own, requestCount: 3 }))
    const all = [
      ...[...ofKind("deposit", [bytes32(6), bytes32(7)]), ...ofKind("trigger", [bytes32(8)])],
      ...[
        ...ofKind("timeout", [bytes32(10), bytes32(11)]),
        ...ofKind("payload", [bytes32(12), bytes32(13), bytes32(14)]),
      ],
      ...[moved("RECEIVED", { id: two }), moved("RECEIVED"), moved("RECEIVED", { id: three })],
    ]
    const names = async (of: string, ...more: readonly Entry[]) => {
      const text = await writeJourney(journeyOf([...all, ...more], { id: of }))
      return [...text.matchAll(/^ {4}const (\w+) = "(\w+)"$/gm)].map(([, name, value]) => `${name} ${Number(value)}`)
    }
    const gateway = ["trigger 8", "timeout 10", "timeout2 11", "payload 12", "payload2 13", "payload3 14"]
    const lasting: Entry = { kind: "fault", id: 1, line: "await world.faults.down()" }
    expect(await names(id, lasting, moved("SEALED"))).to.deep.equal(["id 1", ...gateway, "other 2", "other2 3"])
    const ended = worked("payload", "FINALIZING", { id: bytes32(13), requestCount: 3 })
    expect(await names("3", lasting, ended)).to.deep.equal([...gateway, "other 2", "other2 1", "other3 3"])
  })
})
