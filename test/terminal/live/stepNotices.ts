import { expect } from "chai"
import { describe, it } from "mocha"

import { PlugsError } from "#src/primitives/PlugsError.js"
import { describeTrouble, showSteps, type StepView } from "#src/terminal/live/showSteps.js"
import type { ShownStep } from "#src/terminal/printJson.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

describe("what showSteps says beside the steps", () => {
  const view = (api: string): StepView<ShownStep> => ({
    ...{ api, subject: "the message", keyOf: () => "key", stepFields: (step) => ({ ...step }) },
    lineParts: ({ state }) => ({
      ...{ name: { long: "one", short: "one" }, place: "here", state },
      ...{ isFinal: false, explanation: "" },
    }),
    endFields: (ranges) => ({ count: ranges.length }),
    summary: () => "the end",
  })

  async function shown(
    watch: Parameters<typeof showSteps<ShownStep>>[0],
    { api = "the messaging API", json = true, isTTY = false, clock = createManualClock(0) } = {},
  ) {
    const terminal = recordTerminal({ isTTY, columns: 200, env: { NO_COLOR: "1" } })
    const everySecond = () => () => undefined
    await clock.run(showSteps(watch, view(api), { terminal, json, clock, everySecond }))
    const events = json ? terminal.stdout().trimEnd().split("\n") : []
    return {
      progress: terminal.stderr(),
      events: events.map((line) => JSON.parse(line) as Record<string, unknown>),
      clock,
    }
  }
  const step = { kind: "state", state: "SEALED", at: 0 } as const

  it("is that nothing is known yet, in a sentence, and never after the first step", async () => {
    for (const [api, says] of [
      ["the messaging API", "the messaging API does not know the message yet"],
      ["the chains", "the chains do not know the message yet"],
    ] as const) {
      const clock = createManualClock(0)
      const { events } = await shown(
        async function* () {
          await clock.sleep(2_000)
          yield step
          await clock.sleep(2_000)
        },
        { api, clock },
      )
      expect(events.map(({ event, says }) => [event, says])).to.deep.equal([
        ["unknown", says],
        ["status", undefined],
        ["end", undefined],
      ])
    }
    const clock = createManualClock(0)
    const { events } = await shown(
      async function* () {
        yield await Promise.resolve(step)
        await clock.sleep(2_000)
      },
      { clock },
    )
    expect(events).to.deep.equal([
      { schemaVersion: 1, event: "status", status: "SEALED", at: 0 },
      { schemaVersion: 1, event: "end", outcome: "success", count: 1 },
    ])
  })

  it("ends with the steps: neither a notice nor a wait stays", async () => {
    const { progress, clock } = await shown(
      // eslint-disable-next-line @typescript-eslint/require-await
      async function* (_onTrouble, onWait) {
        onWait(60_000)
      },
      { json: false, isTTY: true },
    )
    const drawn = progress.split("\u001B[0J")
    expect(drawn[0]).to.include("again in 1 min")
    expect(drawn.slice(1).join("")).to.not.include("again in")
    expect(clock.sleepers).to.equal(0)
  })

  it("is the sentence of sources that disagree, as they say it", () => {
    const disagree = new SourcesDisagreeError()
    expect([
      describeTrouble("the API", disagree),
      describeTrouble("the API", disagree, "The chains are read."),
    ]).to.deep.equal(["Two say two.", "Two say two. The chains are read."])
  })
})

class SourcesDisagreeError extends PlugsError {
  readonly code = "SOURCES_DISAGREE"
  constructor() {
    super("Two say two.")
  }
}
