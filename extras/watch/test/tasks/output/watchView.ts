import { expect } from "chai"
import { describe, it } from "mocha"

import type { RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
import type { KnownMessage, StoredEvent, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { createWatchView } from "#extras/watch/tasks/output/watchView.js"
import { AbortedError } from "#src/http/errors.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { markColors } from "#test/fixtures/output/markColors.js"
import { recordTerminal, type RecordTerminalOptions } from "#test/fixtures/output/recordedTerminal.js"

const hash = (digit: number) => `0x${String(digit).repeat(64)}` as const
const plug = `0x${"ab".repeat(20)}` as const

describe("the view of a watch", () => {
  function open({
    once = false,
    json = false,
    ...terminalOptions
  }: RecordTerminalOptions & { readonly once?: boolean; readonly json?: boolean } = {}) {
    const terminal = recordTerminal({ columns: 120, env: { NO_COLOR: "1" }, ...terminalOptions })
    const state = {
      events: [] as StoredEvent[],
      inFlight: [] as KnownMessage[],
      alerts: new Map<string, RaisedAlert>(),
    }
    let [read, reads] = [0, 0]
    const timer: { run?: (() => void) | undefined } = {}
    const store = {
      unread(_: string, { limit, fromStart }: { limit: number; fromStart?: boolean }) {
        if ((reads += 1) > 1_000) throw new Error("It reads for ever.")
        // A reader who has read nothing yet gets what came before it only if it asks for that.
        return fromStart === true ? state.events.filter(({ sequence }) => sequence > read).slice(0, limit) : []
      },
      markRead: (_: string, sequence: number) => (read = sequence),
      inFlight: () => state.inFlight,
      alerts: () => state.alerts,
      countDelivered: () => 3,
    } as unknown as WatchStore
    const everySecond = (run: () => void) => {
      timer.run = run
      return () => {
        timer.run = undefined
      }
    }
    const view = createWatchView(terminal, {
      ...{ json, once, store, clock: { now: () => 1_060_000 }, everySecond },
      names: { gatewaySlug: 9, nameOf: () => "Greeter" },
      chainName: (slug) => `chain${slug}`,
    })
    const chains = [{ slug: 1, name: "alpha", block: 7n, problem: undefined }]
    return {
      terminal,
      state,
      view,
      show: () => view.show(chains),
      chains,
      timer,
    }
  }
  const details = { executionFee: 5n, minMsgGasLimit: 1n, executionParams: hash(0), payload: "0x12" } as const
  const message: KnownMessage = {
    ...{ id: hash(1), packed: hash(1), src: 1, srcPlug: plug, dst: 2, dstPlug: plug, details, fee: 7n },
    ...{ block: 1, log: 0, tx: hash(9), at: 1_000, isThere: true, status: "SEALED", since: 1_010 },
  }
  const status = { event: "status", status: "SEALED", messageId: hash(1), srcChainSlug: 1, dstChainSlug: 2 }
  const over = { event: "over", kind: "late", says: "chain1 → chain2: arrived after 42 min." }

  it("is a table at a terminal, with what is wrong and what is over above it, and nothing on standard output", async () => {
    const { terminal, state, view, show } = open({ isTTY: true })
    state.inFlight = [message]
    state.alerts.set("late:1", { kind: "stuck", says: "chain1 → chain2: stuck \u001b[2J", raisedAt: 0 })
    state.events = [{ sequence: 1, fields: status }]
    await show()
    const first = terminal.stderr()
    expect(first).to.match(/stuck {2}chain1 → chain2: stuck \\u001b\[2J/)
    expect(first).to.match(/1 min 00 s {2}SEALED {2}chain1 → chain2 {2}Greeter/)
    expect(first).to.contain("1 in flight, 3 delivered, 1 alert; alpha block 7")
    state.alerts.clear()
    state.inFlight = []
    state.events = [{ sequence: 2, fields: over }]
    await show()
    const second = terminal.stderr().slice(first.length)
    expect(second).to.contain("arrived after 42 min")
    expect(second).to.contain("0 in flight, 3 delivered, 0 alerts")
    expect(second).to.not.contain("Greeter")
    await view.end(undefined)
    expect(terminal.stdout()).to.equal("")
  })

  it("is a line for each change elsewhere, and for a single look only what is wrong, and the table", async () => {
    for (const [once, isTTY] of [
      [false, false],
      [true, false],
      [true, true],
    ] as const) {
      const { terminal, state, view, show } = open({ once, isTTY })
      state.events = [
        { sequence: 1, fields: status },
        { sequence: 2, fields: { ...status, event: "reorg", status: "VANISHED" } },
        { sequence: 3, fields: over },
      ]
      state.inFlight = [message]
      await show()
      expect(terminal.stdout().includes("SEALED")).to.equal(!once)
      expect(terminal.stdout()).to.match(/VANISHED .* after a reorg\nover {2}chain1 → chain2: arrived after 42 min\.\n/)
      await view.end(undefined)
      expect(terminal.stdout()).to.match(/SEALED .*\n1 in flight, 3 delivered, 0 alerts; alpha block 7\n$/)
      expect(terminal.stderr()).to.equal("")
    }
  })

  it("draws no table beside JSON lines, at a terminal either", async () => {
    const { terminal, state, show } = open({ isTTY: true, json: true })
    state.inFlight = [message]
    state.events = [{ sequence: 1, fields: status }]
    await show()
    expect(JSON.parse(terminal.stdout())).to.include({ event: "status", sequence: 1 })
    expect(terminal.stderr()).to.equal("")
  })

  it("says once what could not be done", () => {
    const { terminal, view } = open()
    view.trouble(["alpha could not be read."])
    view.trouble(["alpha could not be read.", "The webhook did not take an alert."])
    view.trouble([])
    view.trouble(["alpha could not be read."])
    expect(terminal.stderr().trimEnd().split("\n")).to.deep.equal([
      "alpha could not be read.",
      "The webhook did not take an alert.",
      "alpha could not be read.",
    ])
  })

  it("says that it goes on where another one ended, but at a terminal, where it is seen", () => {
    const [lines, json, live] = [open(), open({ json: true }), open({ isTTY: true })]
    for (const { view } of [lines, json, live]) view.takeover()
    const says = "This process holds the watch now."
    expect([lines.terminal.stdout(), lines.terminal.stderr()]).to.deep.equal(["", `${says}\n`])
    expect(JSON.parse(json.terminal.stdout())).to.deep.equal({ schemaVersion: 1, event: "takeover", says })
    expect(live.terminal.stderr()).to.equal("")
  })

  it("takes what could not be done off a terminal once it can be done again", async () => {
    const { terminal, view, show } = open({ isTTY: true })
    await show()
    view.trouble(["alpha could not be read.", "The webhook did not take an alert."])
    const troubled = terminal.stderr()
    expect(troubled).to.contain("alpha could not be read.")
    view.trouble(["The webhook did not take an alert."])
    const redrawn = terminal.stderr().slice(troubled.length)
    expect(redrawn).to.contain("The webhook did not").and.to.contain("in flight")
    expect(redrawn).not.to.contain("alpha could not be read.")
  })

  it("keeps the last five that are over, and shows the last hundred messages and all counts", async () => {
    const { terminal, state, show } = open({ isTTY: true, rows: 300 })
    const overOf = (count: number) => ({ ...over, says: `message ${count} arrived.` })
    state.events = Array.from({ length: 6 }, (_, index) => ({ sequence: index + 1, fields: overOf(index + 1) }))
    state.inFlight = Array.from({ length: 101 }, (_, index) => ({
      ...message,
      tx: `0x${String(index).padStart(64, "f")}` as const,
    }))
    state.alerts.set("a", { kind: "stuck", says: "one", raisedAt: 0, next: "Do this." } as never)
    state.alerts.set("b", { kind: "late", says: "two", raisedAt: 0 } as never)
    await show()
    const text = terminal.stderr()
    expect([1, 2, 3, 4, 5, 6].filter((count) => text.includes(`message ${count} arrived`))).to.deep.equal([
      2, 3, 4, 5, 6,
    ])
    expect(text).to.contain("101 in flight, 3 delivered, 2 alerts; alpha block 7").and.to.contain("one  Do this.")
    expect(text).to.contain("ffff1").and.not.to.contain("fffff0")
    expect(text.match(/SEALED/g)).to.have.length(100)
  })

  it("reads all events, however many, each once, and says of a chain that it was not read yet", async () => {
    const { terminal, state, view, chains } = open()
    state.events = Array.from({ length: 1_100 }, (_, index) => ({ sequence: index + 1, fields: over }))
    await view.show([...chains, { ...chains[0]!, name: "beta", block: undefined }])
    expect(terminal.stdout().match(/arrived after/g)).to.have.length(1_100)
    await view.show(chains)
    expect(terminal.stdout().match(/arrived after/g)).to.have.length(1_100)
    await view.show([...chains, { ...chains[0]!, name: "beta", block: undefined }])
    await view.end(undefined)
    expect(terminal.stdout()).to.match(/^0 in flight, 3 delivered, 0 alerts; alpha block 7, beta –$/m)
  })

  it("is JSON, with its sequence, and ends with what is wrong or with counts", async () => {
    const ended = async (error: PlugsError | undefined) => {
      const { terminal, state, view, show } = open({ json: true })
      state.events = [{ sequence: 8, fields: over }]
      state.alerts.set("a", { kind: "stuck", says: "one", raisedAt: 0 })
      state.inFlight = [message]
      await show()
      view.trouble(["alpha could not be read."])
      await view.end(error)
      expect(terminal.stderr()).to.equal("")
      return terminal
        .stdout()
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as object)
    }
    const [first, trouble, end] = await ended(undefined)
    expect(first).to.include({ event: "over", sequence: 8, says: over.says })
    expect(trouble).to.include({ event: "trouble", says: "alpha could not be read." })
    expect(end).to.include({ event: "end", outcome: "success", inFlight: 1, delivered: 3, alerts: 1 })
    expect((await ended(new AbortedError())).at(-1)).to.include({ event: "end", outcome: "interrupted" })
  })

  it("paints what has failed in another color than what is late, and has no table where nothing is in flight", async () => {
    const { terminal, state, view, show } = open({ once: true, env: { FORCE_COLOR: "1" } })
    state.events = (["failed", "late", "altered"] as const).map((kind, index) => ({
      ...{ sequence: index + 1, fields: { event: "alert", kind, says: "It is so." } },
    }))
    await show()
    await view.end(new AbortedError())
    expect(markColors(terminal.stdout().trimEnd())).to.deep.equal([
      "<red>failed</>  It is so.",
      "<magenta>late</>  It is so.",
      "<red>altered</>  It is so.",
      "0 in flight, 3 delivered, 0 alerts; alpha block 7",
    ])
  })

  it("is drawn again every second until it is disposed of", async () => {
    const { terminal, view, show, timer } = open({ isTTY: true })
    await show()
    const first = terminal.stderr()
    timer.run?.()
    expect(terminal.stderr().length).to.be.above(first.length)
    view[Symbol.dispose]()
    expect(timer.run).to.equal(undefined)
  })
})
