import { stripVTControlCharacters } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import type { MessageStep } from "#src/messaging/following/messageTracker.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { describeTrouble, showSteps } from "#src/terminal/live/showSteps.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import { messagesView } from "#tasks/messaging/output/messages.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

const plug = "0x1111111111111111111111111111111111111111"
const executionTx = `0x${"e".repeat(64)}` as const

type Sketch = {
  message?: number
  to?: number
  state: string
  at: number
  kind?: MessageStep["kind"]
  previousState?: string
}

function step({
  message: counter = 1,
  to: dstChainSlug = 41002,
  state,
  at,
  kind = "state",
  previousState,
}: Sketch): MessageStep {
  const messageId = `0x0000a029${"0".repeat(50)}${String(counter).padStart(6, "0")}` as const
  const isDelivered = state === "EXECUTION_SUCCESS"
  return {
    kind,
    messageId,
    state,
    ...(previousState === undefined ? {} : { previousState }),
    inboundStatus: isDelivered ? "SUCCESS" : "NOT_TRIED",
    at,
    inState: 0,
    message: {
      status: state,
      messageId,
      packetId: null,
      from: { srcChainSlug: 41001, srcPlug: plug },
      to: { dstChainSlug, destPlug: plug },
      outboundTx: `0x${"a".repeat(64)}`,
      packedMessage: null,
      inboundTx: isDelivered ? executionTx : null,
      executionDetails: {
        inboundStatus: isDelivered ? "SUCCESS" : "NOT_TRIED",
        isExecuted: isDelivered,
        executor: null,
        executionTxHash: isDelivered ? executionTx : null,
      },
    },
  }
}

async function* stream(sketches: readonly Sketch[], end?: Error): AsyncGenerator<MessageStep> {
  for (const sketch of sketches) yield await Promise.resolve(step(sketch))
  if (end !== undefined) throw end
}

const delivered: Sketch[] = [
  { state: "RECEIVED", at: 1000 },
  { state: "SEALED", at: 1340 },
  { state: "EXECUTION_SUCCESS", at: 2600 },
]

async function show(
  steps: AsyncIterable<MessageStep> | ((onTrouble: (error: unknown) => void) => AsyncIterable<MessageStep>),
  { json = false, isTTY = false, columns = 200 } = {},
) {
  const watch = typeof steps === "function" ? steps : () => steps
  const terminal = recordTerminal({ isTTY, columns, env: { NO_COLOR: "1" } })
  const chainName = (slug: number): string => ({ 41001: "alpha", 41002: "beta" })[slug] ?? "gamma"
  let error: unknown
  const options = { terminal, json, clock: { now: () => 9000 } }
  await showSteps(watch, messagesView(chainName), options).catch((caught: unknown) => (error = caught))
  return { progress: terminal.stderr(), result: terminal.stdout(), error }
}

describe("showSteps", () => {
  it("prints a line for each change where lines cannot be rewritten, with the time since the first", async () => {
    const { progress } = await show(stream(delivered))
    const lines = progress.trimEnd().split("\n")
    expect(lines).to.have.length(3)
    expect(lines[1]).to.match(/^\+340 ms .*0x0000a029…000001 .*alpha → beta .*SEALED/)
    expect(lines[2]).to.match(/^\+1\.6 s .*EXECUTION_SUCCESS.*0xeeee/)
  })

  it("keeps the transaction for the result on standard output", async () => {
    const { result } = await show(stream(delivered))
    expect(result).to.contain(executionTx)
    expect(result).to.match(/EXECUTION_SUCCESS +1\.6 s/)
  })

  it("has one row for each message", async () => {
    const both = [...delivered, { message: 2, state: "EXECUTION_SUCCESS", at: 2700 }]
    const { result } = await show(stream(both))
    expect(result.trimEnd().split("\n")).to.have.length(1 + 2)
  })

  it("shows on a terminal how long a message has been in its state and under way", async () => {
    const { progress } = await show(stream(delivered.slice(0, 2)), { isTTY: true })
    expect(progress).to.match(/SEALED +7\.7 s of 8 s/)
  })

  it("keeps the states of all routes in one column while they move", async () => {
    const two = [
      { state: "RECEIVED", at: 0 },
      { message: 2, to: 41003, state: "RECEIVED", at: 0 },
    ]
    const { progress } = await show(stream(two), { isTTY: true })
    const [first = "", second = ""] = progress.trimEnd().split("\n").slice(-3)
    expect(first).to.contain("alpha → beta")
    expect(second).to.contain("alpha → gamma")
    expect(first.indexOf("RECEIVED") - first.indexOf("…")).to.equal(second.indexOf("RECEIVED") - second.indexOf("…"))
  })

  it("keeps the time in sight in a narrow window", async () => {
    const { progress } = await show(stream(delivered.slice(0, 2)), { isTTY: true, columns: 60 })
    expect(progress).to.match(/SEALED +7\.7 s of 8 s/)
  })

  it("keeps the reason of a revert in a window of 80 columns, on a line of its own where it does not fit", async () => {
    const reason = "InABadMood(payload: 0xbad0, account: 0x1111111111111111111111111111111111111111)"
    const show80 = async (reason: string): Promise<string[]> => {
      const reverting = { ...step({ state: "INBOUND_REVERTING", at: 1000 }), revert: { reason } }
      const steps = async function* (): AsyncGenerator<MessageStep> {
        yield await Promise.resolve(reverting)
      }
      const { progress } = await show(steps(), { isTTY: true, columns: 80 })
      return stripVTControlCharacters(progress).trimEnd().split("\n").slice(-2)
    }
    const [line, below] = await show80(reason.slice(0, 60))
    expect(line).to.contain("INBOUND_REVERTING").and.to.not.contain("reverts")
    expect(below).to.equal(`  reverts: ${reason.slice(0, 60)}`)
    expect((await show80("No()")).at(-1)).to.match(/INBOUND_REVERTING.*reverts: No\(\)$/)
  })

  it("keeps the result a table in a window of 80 columns, with shorter hashes, and has them whole in a wide one", async () => {
    const { result } = await show(stream(delivered), { isTTY: true, columns: 80 })
    expect(result.trimEnd().split("\n")).to.have.length(2)
    expect(result).to.contain(shortenHex(executionTx))
    expect((await show(stream(delivered), { isTTY: true, columns: 300 })).result).to.contain(executionTx)
    for (const line of result.split("\n")) expect(line).to.have.length.below(80)
  })

  it("stops the timer when a message is delivered", async () => {
    const { progress } = await show(stream(delivered), { isTTY: true })
    expect(progress).to.match(/EXECUTION_SUCCESS +after 1\.6 s/)
  })

  it("marks a step back as a reorg", async () => {
    const reorg = { kind: "reorg", state: "RECEIVED", previousState: "SEALED", at: 1500 } as const
    const unknown = { kind: "reorg", state: "RECEIVED", at: 1500 } as const
    expect((await show(stream([unknown]))).progress).to.contain("reorg: back from an earlier state to RECEIVED")
    expect((await show(stream([...delivered.slice(0, 2), reorg]))).progress).to.match(/reorg.*SEALED.*RECEIVED/)
    expect((await show(stream([reorg]), { isTTY: true })).progress).to.contain("after a reorg")
  })

  it("shows an unknown state", async () => {
    expect((await show(stream([{ state: "TELEPORTED", at: 0 }]))).progress).to.contain("TELEPORTED")
  })

  it("prints one JSON line for each event and one at the end, and no progress", async () => {
    const { progress, result } = await show(stream(delivered), { json: true })
    const events = result
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events.map(({ event }) => event)).to.deep.equal(["status", "status", "status", "end"])
    expect(events[1]).to.include({ schemaVersion: 1, status: "SEALED", at: 1340 })
    expect(events[3]).to.include({ outcome: "success" })
    expect(progress).to.equal("")
  })

  it("ends the JSON with the error, and leaves the error to the task", async () => {
    const failure = new InvalidInputError({ argument: "x", problem: "no", fix: "Yes." })
    const { result, error } = await show(stream(delivered.slice(0, 1), failure), { json: true })
    const last = JSON.parse(result.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>
    expect(last).to.deep.include({ event: "end", outcome: "error" })
    expect(last["error"]).to.include({ code: "INVALID_INPUT" })
    expect(error).to.equal(failure)
  })

  describe("when the API does not answer for a while", () => {
    async function* withTrouble(onTrouble: (error: unknown) => void): AsyncGenerator<MessageStep> {
      yield await Promise.resolve(step({ state: "RECEIVED", at: 0 }))
      const error = new InvalidInputError({ argument: "away", problem: "for now", fix: "Wait." })
      onTrouble(error)
      onTrouble(error)
      onTrouble(undefined)
      yield step({ state: "EXECUTION_SUCCESS", at: 10 })
    }

    it("says so once, and once more when it answers again", async () => {
      const { progress } = await show(withTrouble)
      const lines = progress.split("\n").filter((line) => line.startsWith("the messaging API"))
      expect(lines).to.have.length(2)
      expect(lines[0]).to.contain(`Argument "away": for now`)
      expect(lines[1]).to.equal("the messaging API answers again")
    })

    it("says so in JSON with `json`", async () => {
      const { result, progress } = await show(withTrouble, { json: true })
      const events = result
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { event: string }).event)
      expect(events).to.deep.equal(["status", "trouble", "trouble", "trouble", "status", "end"])
      expect(progress).to.equal("")
    })
  })

  it("words trouble by what is known of it, and what happens meanwhile", () => {
    const api = "the messaging API"
    const error = new InvalidInputError({ argument: "away", problem: "for now", fix: "Wait." })
    const said = [
      describeTrouble(api, undefined, "It goes on."),
      ...[
        describeTrouble(api, error),
        describeTrouble(api, new Error("a secret URL")),
        describeTrouble(api, "is slow"),
      ],
      describeTrouble(api, "is slow", "The chains are read."),
      describeTrouble(api, new Error("no"), "The chains are read."),
    ]
    expect(said).to.deep.equal([
      "the messaging API answers again",
      'the messaging API does not answer, trying again: Argument "away": for now.',
      "the messaging API does not answer, trying again: for an unknown reason",
      ...["the messaging API is slow.", "the messaging API is slow. The chains are read."],
      "the messaging API does not answer, trying again: for an unknown reason. The chains are read.",
    ])
  })

  it("says what goes on meanwhile once", async () => {
    async function* again(onTrouble: (error: unknown, meanwhile?: string) => void): AsyncGenerator<MessageStep> {
      onTrouble("is slow", "The chains are read.")
      onTrouble("is slow", "The chains are read.")
      onTrouble(undefined)
      onTrouble("is slow", "The chains are read.")
      yield await Promise.resolve(step({ state: "RECEIVED", at: 0 }))
    }
    const { progress } = await show(again)
    const says = "the messaging API is slow. The chains are read."
    expect(progress.split("\n").slice(0, 3)).to.deep.equal([says, "the messaging API answers again", says])
    const { result } = await show(again, { json: true })
    const events = result.trimEnd().split("\n")
    expect(events.map((line) => (JSON.parse(line) as { event: string }).event)).to.deep.equal([
      "trouble",
      "trouble",
      "trouble",
      "status",
      "end",
    ])
  })

  it("restores the cursor when an error ends the steps", async () => {
    const { progress } = await show(stream(delivered.slice(0, 1), new Error("bug")), { isTTY: true })
    expect(progress.endsWith("\u001B[?25h")).to.equal(true)
  })
})
