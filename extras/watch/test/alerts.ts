import { expect } from "chai"
import { describe, it } from "mocha"

import { type Alert, alertKinds, isFailure, isMoreSevere, type RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
import { createLateFinder, type ExplainedMessage } from "#extras/watch/src/alerts/findLateMessages.js"
import { updateAlerts } from "#extras/watch/src/createWatch.js"
import type { EventFields, KnownMessage, WatchStore } from "#extras/watch/src/store/WatchStore.js"

const hash = (digit: number) => `0x${digit.toString(16).padStart(64, "0")}` as const
const plug = `0x${"ab".repeat(20)}` as const

/** A message that was sent in second 1000. */
function message(counter: number, more: Partial<KnownMessage> = {}): KnownMessage {
  const details = { executionFee: 5n, minMsgGasLimit: 1n, executionParams: hash(0), payload: "0x12" } as const
  return {
    ...{ id: hash(counter), packed: hash(counter), src: 1, srcPlug: plug, dst: 2, dstPlug: plug, details, fee: 7n },
    ...{ block: 1, log: 0, tx: hash(9), at: 1_000, isThere: true, status: "SEALED", since: 1_010, ...more },
  }
}

describe("late messages", () => {
  type Options = { readonly explained?: ExplainedMessage | undefined; readonly minFee?: bigint }
  function finder({ explained, minFee }: Options = {}) {
    const asked: string[] = []
    const settings = { explained, minFee }
    const find = createLateFinder({
      lateAfter: () => 60,
      explain: ({ id }) => {
        asked.push(id)
        return Promise.resolve(settings.explained)
      },
      readMinFee: () => Promise.resolve(settings.minFee),
      chainName: (slug) => `chain${slug}`,
    })
    return { find, asked, settings }
  }
  const kinds = (found: ReadonlyMap<string, Alert>) => [...found].map(([id, { kind }]) => [id.split(":")[0], kind])
  const none = new Map<string, RaisedAlert>()

  it("are those that take longer than they should, with the first cause", async () => {
    const cause = { name: "inbound-reverts", says: "It reverts.", next: "Repair it." }
    const { find, asked } = finder({ explained: { verdict: "stuck", cause } })
    expect(await find([message(1)], none, 1_060)).to.have.property("size", 0)
    expect(asked).to.deep.equal([])
    const [alert] = (await find([message(1)], none, 1_061)).values()
    expect(alert).to.include({ kind: "stuck", cause: "inbound-reverts", next: "Repair it.", messageId: hash(1) })
    expect(alert?.says).to.contain("It reverts.")
  })

  it("are late, stuck or failed as explain says, and not late on a path that takes its time", async () => {
    const verdicts = {
      waiting: ["late"],
      unknown: ["late"],
      stuck: ["stuck"],
      failed: ["failed"],
      delivered: [],
    } as const
    for (const [verdict, wanted] of Object.entries(verdicts)) {
      const { find } = finder({ explained: { verdict: verdict as keyof typeof verdicts } })
      expect(kinds(await find([message(1)], none, 1_100))).to.deep.equal(wanted.map((kind) => ["late", kind]))
    }
    const cause = { name: "optimistic-timeout", says: "It takes 2 hours." }
    const { find, settings } = finder({ explained: { verdict: "waiting", cause } })
    expect(kinds(await find([message(1)], none, 1_100))).to.deep.equal([])
    settings.explained = { verdict: "stuck" }
    expect(kinds(await find([message(1)], none, 1_199))).to.deep.equal([])
    expect(kinds(await find([message(1)], none, 1_200))).to.deep.equal([["late", "stuck"]])
    // Without an answer it is late all the same.
    expect(kinds(await finder().find([message(1)], none, 1_100))).to.deep.equal([["late", "late"]])
  })

  it("are underpaid if the socket asks for more now", async () => {
    const { find, settings } = finder({ minFee: 8n })
    expect(kinds(await find([message(1)], none, 1_100))).to.deep.equal([
      ["late", "late"],
      ["fee", "underpaid"],
    ])
    settings.minFee = 7n
    expect(kinds(await find([message(2)], none, 1_100))).to.deep.equal([["late", "late"]])
  })

  it("are explained eight at a time, those first of which nothing was told, and again after twice the time", async () => {
    const messages = Array.from({ length: 20 }, (_, index) => message(index))
    const { find, asked } = finder({ explained: { verdict: "stuck" } })
    const told = messages.slice(0, 15).map(({ id }) => [`late:${id}`, { kind: "late", says: "", raisedAt: 1 }] as const)
    const found = await find(messages, new Map<string, RaisedAlert>(told), 1_100)
    expect(asked).to.deep.equal([...messages.slice(15), ...messages.slice(0, 3)].map(({ id }) => id))
    // What was not explained yet stays as it was told.
    expect(found).to.have.property("size", 20)
    expect(found.get(`late:${hash(14)}`)?.kind).to.equal("late")
    asked.length = 0
    await find(messages.slice(15), none, 1_199)
    expect(asked).to.deep.equal([])
    await find(messages.slice(15), none, 1_200)
    expect(asked).to.have.length(5)
  })

  it("are told with where they were sent, why, and what to do, and so is what they lack", async () => {
    const cause = { name: "inbound-reverts", says: "It reverts.", next: "Repair it." }
    const { find } = finder({ explained: { verdict: "failed", cause }, minFee: 8n })
    const about = { messageId: hash(1), srcChainSlug: 1, dstChainSlug: 2, outboundTx: hash(9) }
    const found = [...(await find([message(1)], none, 1_100))].map(([id, alert]) => {
      const { kind, messageId, srcChainSlug, dstChainSlug, outboundTx, cause: name, next } = alert
      const facts = { kind, messageId, srcChainSlug, dstChainSlug, outboundTx }
      return [id, name === undefined ? facts : { ...facts, cause: name, next }]
    })
    expect(found).to.deep.equal([
      [`late:${hash(1)}`, { kind: "failed", ...about, cause: "inbound-reverts", next: "Repair it." }],
      [`fee:${hash(1)}`, { kind: "underpaid", ...about }],
    ])
  })

  it("are late by the time of their own source chain, and explained anew where they were gone for a look", async () => {
    const asked: string[] = []
    const find = createLateFinder({
      lateAfter: (slug) => (slug === 1 ? 60 : 600),
      explain: ({ id }) => Promise.resolve((asked.push(id), undefined)),
      readMinFee: () => Promise.resolve(undefined),
      chainName: (slug) => `chain${slug}`,
    })
    const [first, second] = [message(1), message(2, { src: 3 })]
    const idsAt = async (messages: readonly KnownMessage[], now: number) => [
      ...(await find(messages, none, now)).keys(),
    ]
    expect(await idsAt([first, second], 1_600)).to.deep.equal([`late:${hash(1)}`])
    expect(await idsAt([first, second], 1_601)).to.deep.equal([`late:${hash(1)}`, `late:${hash(2)}`])
    expect(asked.splice(0)).to.deep.equal([hash(1), hash(2)])
    expect(await idsAt([second], 1_602)).to.deep.equal([`late:${hash(2)}`])
    await find([first, second], none, 1_603)
    expect(asked).to.deep.equal([hash(1)])
  })
})

describe("alerts", () => {
  function recorder() {
    const raised = new Map<string, RaisedAlert>()
    const events: EventFields[] = []
    const store = {
      alerts: (scope = "") => Promise.resolve(new Map([...raised].filter(([id]) => id.startsWith(scope)))),
      setAlert(id: string, alert: RaisedAlert | undefined, event: EventFields) {
        if (alert === undefined) raised.delete(id)
        else raised.set(id, alert)
        events.push(event)
        return Promise.resolve()
      },
    } as unknown as WatchStore
    const update = async (found: Record<string, Alert>, now: number): Promise<EventFields[]> => {
      await updateAlerts(store, {
        scope: "late:",
        found: new Map(Object.entries(found)),
        sayEnd: () => Promise.resolve("arrived"),
        now,
      })
      return events.splice(0)
    }
    return { update, raised }
  }
  const late: Alert = { kind: "late", says: "late", messageId: hash(1) }

  it("are told once, again when they become worse, and once when they are over", async () => {
    const { update, raised } = recorder()
    raised.set("fee:1", { ...late, raisedAt: 0 })
    expect(await update({ "late:1": late }, 1_000)).to.deep.equal([
      { event: "alert", alert: "late:1", ...late, at: 1_000 },
    ])
    expect(await update({ "late:1": { ...late, says: "still late" } }, 2_000)).to.deep.equal([])
    expect((await update({ "late:1": { ...late, kind: "stuck" } }, 3_000)).map(({ kind }) => kind)).to.deep.equal([
      "stuck",
    ])
    expect(await update({ "late:1": late }, 4_000)).to.deep.equal([])
    expect(await update({}, 43_000)).to.deep.equal([
      {
        event: "over",
        alert: "late:1",
        kind: "stuck",
        messageId: hash(1),
        says: "arrived",
        lasted: 42_000,
        at: 43_000,
      },
    ])
    expect([...raised.keys()]).to.deep.equal(["fee:1"])
  })

  it("are failures where nothing can mend them by itself, which are more severe than what is only late", () => {
    const failures = ["failed", "unsent", "altered", "doubled", "orphaned", "broken"]
    expect(alertKinds.filter(isFailure)).to.deep.equal(failures)
    expect(alertKinds).to.deep.equal(["late", "underpaid", "unverified", "held", "stuck", ...failures])
    const moreSevere = (kind: (typeof alertKinds)[number]) => alertKinds.filter((other) => isMoreSevere(other, kind))
    expect([moreSevere("stuck"), moreSevere("broken")]).to.deep.equal([failures, []])
  })
})
