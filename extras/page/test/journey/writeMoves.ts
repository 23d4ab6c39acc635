import { expect } from "chai"
import { describe, it } from "mocha"

import { stageAfter, writeMoves } from "#extras/page/src/journey/prune.js"
import { messagingStages } from "#src/devnet/messaging/stages.js"
import { everyStage, marketStages } from "#src/devnet/stages.js"
import { messageStates } from "#src/messaging/states.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("the moves of a test", () => {
  type Moved = Parameters<typeof writeMoves>[0][number]
  const message = (id: string, status: Extract<Moved, { kind: "message" }>["status"], more: object = {}): Moved => ({
    ...{ kind: "message", at: 0, id: bytes32(Number(id)), from: "alpha", to: "beta", status, revertData: undefined },
    ...more,
  })
  const write = (moved: readonly Moved[], before: readonly Moved[] = [], held: readonly string[] = []) =>
    writeMoves(moved, new Map(before.map((entry) => [entry.id, entry])), new Set(held), (id) => `m${Number(id)}`)
  const sealed = [message("1", "SEALED"), message("2", "SEALED")]

  it("take together, while nothing else moves, what went together and was taken back", () => {
    const back = [message("1", "RECEIVED"), message("2", "RECEIVED")]
    const lines = write([...back, ...sealed, ...back], sealed, ["propose"])
    const others = everyStage.filter((stage) => !(stage in marketStages) && stage !== "seal" && stage !== "propose")
    const named = others.map((stage) => JSON.stringify(stage)).join(", ")
    expect(lines).to.deep.equal([`world.hold(${named})`, "await world.deliver([m1, m2])", `world.release(${named})`])
  })

  it("go one by one where one went twice, or by another stage", () => {
    const back = message("1", "RECEIVED")
    const twice = [back, sealed[0]!, message("1", "PROPOSED"), back]
    expect(write(twice, [sealed[0]!])).to.deep.equal(["await world.deliverNext(m1)", "await world.deliverNext(m1)"])
    const apart = [...[back, sealed[0]!], message("2", "PROPOSED"), back, message("2", "SEALED")]
    expect(write(apart, sealed)).to.deep.equal(["await world.deliverNext(m1)", "await world.deliverNext(m2)"])
  })

  it("take a message, and nothing else, from one state to another of the same step", () => {
    expect(write([message("1", "CONFIRMED")], [message("1", "ATTESTED")])).to.deep.equal([
      "await world.deliverNext(m1)",
    ])
    const payload: Moved = { ...sealed[0]!, kind: "payload", chain: "alpha", status: "NO" }
    expect(write([payload], [payload])).to.deep.equal([])
    expect(write([payload])).to.deep.equal([])
    const further = { ...payload, status: "FINALIZED" }
    expect(write([further], [payload])).to.deep.equal(['await world.deliver(m1, { until: "FINALIZED" })'])
  })
})

describe("the stage that takes something on", () => {
  it("is that of its kind, or that which takes its state", () => {
    for (const kind of ["deposit", "timeout", "trigger"] as const) {
      expect(stageAfter({ kind, status: "CREDITED" })).to.equal(kind)
    }
    const payloads = ["NO", "FINALIZING", "FINALIZED", "EXECUTING", "EXECUTED", "PROMISE_RESOLVING"]
    expect(payloads.map((status) => stageAfter({ kind: "payload", status }))).to.deep.equal([
      ...["accept", "finalize", "simulatePayload", "executePayload", "simulateCallback", "resolve"],
    ])
    const messages = Object.keys(messageStates).map((status) => [status, stageAfter({ kind: "message", status })])
    const takes = Object.entries(messagingStages).flatMap(([stage, { takes }]) =>
      takes.map((status) => [status, stage]),
    )
    expect(messages.filter(([, stage]) => stage !== undefined)).to.have.deep.members(takes)
  })
})
